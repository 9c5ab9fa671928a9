import {execFileSync} from 'node:child_process';

/** Makes a repository whose branch `main` has so many commits, each of which changes `file`. */
export function importCommits(directory: string, count: number): void {
  const env = {PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1'};
  execFileSync('git', ['init', '-q', '--initial-branch=main', directory], {env});
  const commits = Array.from({length: count}, (_, index) => {
    const text = `${index}\n`;
    const head = `commit refs/heads/main\ncommitter Dev <dev@example.com> ${1767225600 + index} +0000\ndata 1\nx\n`;
    return `${head}M 100644 inline file\ndata ${text.length}\n${text}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], {cwd: directory, env, input: commits.join('')});
  execFileSync('git', ['reset', '-q', '--hard'], {cwd: directory, env});
}
