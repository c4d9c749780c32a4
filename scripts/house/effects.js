// Effects come in as arguments: what each part may not reach for by itself.
import { allowed, codeFiles, codeOnly, lineAt } from './source.js';

/** Each ban: where, except where, what, and what to do instead. */
export const BANS = [
  {
    rule: 'exit-code',
    in: /^(src|hooks\/lib)\//,
    except: /^src\/cli\/main\.ts$/,
    what: /\bprocess\.(exit|exitCode|abort|reallyExit)\b/g,
    instead: 'only src/cli/main.ts sets an exit code; return a failure',
  },
  {
    rule: 'console',
    in: /^(src|hooks)\//,
    except: /^$/,
    what: /\bconsole\./g,
    instead: 'emit an event, or write through io',
  },
  {
    rule: 'process',
    in: /^src\/(core|engine|cli)\//,
    except: /^src\/cli\/(main|compose)\.ts$/,
    what: /(?<![.\w])process\.\w+/g,
    instead: 'take it as an argument; in cli, from io',
  },
  {
    rule: 'clock',
    in: /^src\/(core|engine)\//,
    except: /^$/,
    what: /\b(Date\.now\(|new Date\(\)|performance\.|setTimeout\(|setInterval\(|setImmediate\()/g,
    instead: 'time comes from the clock of the world',
  },
  {
    rule: 'randomness',
    in: /^src\/(core|engine)\//,
    except: /^$/,
    what: /\b(Math\.random\(|crypto\.)/g,
    instead: 'take it as an argument',
  },
  {
    rule: 'network',
    in: /^(src\/(core|engine)|hooks)\//,
    except: /^$/,
    what: /(?<![.\w])fetch\(/g,
    instead: 'nothing here talks to the network',
  },
];

/** @returns {import('./source.js').Finding[]} */
export function checkEffects(files) {
  return codeFiles(files).flatMap(({ path, text }) => {
    const bans = BANS.filter((ban) => ban.in.test(path) && !ban.except.test(path));
    if (bans.length === 0) return [];
    const code = codeOnly(text);
    return bans.flatMap(({ rule, what, instead }) =>
      [...code.matchAll(what)]
        .map((match) => ({ path, line: lineAt(text, match.index), rule, message: `${match[0]}: ${instead}` }))
        .filter(({ line }) => !allowed(text, rule, line)),
    );
  });
}
