import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {GitRunner} from './ports';

/** A temporary repository without files, whose remote is the checkout's. */
interface BareRepository {
  /** Git in it. */
  readonly git: GitRunner;
  remove(): Promise<void>;
}

/** Makes an empty bare repository in a new directory, without a process, and without what the machine's templates would add. */
export function makeBare(git: GitRunner, directory: string): BareRepository {
  for (const part of ['objects', 'refs']) mkdirSync(join(directory, part), {recursive: true});
  writeFileSync(join(directory, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(join(directory, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  const bound = (args: Parameters<GitRunner>[0], options?: Parameters<GitRunner>[1]) => git(args, {...options, bare: directory});
  return {
    git: Object.assign(bound, {read: (name: string) => git.read(name, directory), close: () => git.close(directory)}),
    remove: async () => {
      await git.close(directory);
      rmSync(directory, {recursive: true, force: true});
    },
  };
}
