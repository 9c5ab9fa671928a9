/** The config file that is found without `--config`. */
export const DEFAULT_CONFIG_FILE = 'monitors.config.yaml';

/** Whether a name can stand in target ids and file names: of a project, or of an environment. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}

/** Characters that a plain name is made of. */
export const PLAIN_NAME_HINT = 'use letters, digits, ".", "_" and "-" only (at most 64), beginning with a letter or digit';

/** Narrower than git's own rule (git-check-ref-format), so that git cannot read a name as an option or as several refs. */
export function isBranchName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._/-]{0,199}$/.test(name) && !/\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$|^refs\//.test(name);
}
