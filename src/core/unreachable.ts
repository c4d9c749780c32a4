/** Ends every `switch` over a closed list: a new member that is forgotten breaks the build here. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
