import {spawnSync} from 'node:child_process';
import {realpathSync} from 'node:fs';
import {createServer} from 'node:net';

/** A program that tests need, where it is installed: CI installs it, and fails where it is not found. */
export interface NeededProgram {
  /** Its name on the PATH. */
  readonly program: string;
  /** Names it where it is elsewhere. */
  readonly variable: string;
  /** Subject that is not tested without it. */
  readonly untested: string;
  readonly install: string;
}

/** The path of a program; undefined, with one line about it, where it is not there. */
export function findProgram({program, variable, untested, install}: NeededProgram): string | undefined {
  const named = process.env[variable];
  const path = spawnSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v "$0"', named ?? program], {encoding: 'utf8'}).stdout.trim();
  if (path !== '') return realpathSync(path);
  if (named !== undefined || process.env['CI'] === 'true')
    throw new Error(`${named ?? program} cannot be run: install it, or name it in ${variable}`);
  console.log(`${program} is not installed: ${untested} are not tested here (${install}, or ${variable}=path)`);
  return undefined;
}

/** A port of loopback that is free now. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Describes what holds for each of several servers, also where none of them is installed. */
export function describeServers<T extends {readonly kind: string; readonly isHere: boolean}>(
  name: string,
  servers: readonly T[],
  body: (server: T) => void,
): void {
  for (const server of servers) (server.isHere ? describe : describe.skip)(`${name} ${server.kind}`, () => body(server));
}
