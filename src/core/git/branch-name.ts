/** Narrower than git's own rule (git-check-ref-format), so that git cannot read a name as an option or as several refs. */
export function isBranchName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._/-]{0,199}$/.test(name) && !/\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$|^refs\//.test(name);
}
