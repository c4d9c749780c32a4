export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Each asks msd for what may stand at the cursor, so it stays true of the msd that is installed. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# In ~/.bashrc: eval "$(msd completion bash)"
_msd() {
  local value what quoted
  COMPREPLY=()
  while IFS=$'\\t' read -r value what; do
    printf -v quoted %q "$value"
    COMPREPLY+=("$quoted")
  done < <(msd completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _msd msd`,
  zsh: `#compdef msd
# In ~/.zshrc, behind compinit: eval "$(msd completion zsh)"
_msd() {
  local -a found
  local value what
  while IFS=$'\\t' read -r value what; do
    found+=("\${value//:/\\\\:}:$what")
  done < <(msd completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe msd found; else _files; fi
}
compdef _msd msd`,
  fish: `# In ~/.config/fish/config.fish: msd completion fish | source
function __msd_words
  set -l words (commandline -opc) (commandline -ct)
  msd completion words -- $words[2..-1] 2>/dev/null
end
complete -c msd -f -a '(__msd_words)'`,
};
