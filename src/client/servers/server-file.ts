import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { ClientError } from '../client-error.ts';
import { takeLock } from '../files/file-lock.ts';
import { replaceFile } from '../files/replace-file.ts';

const KnownServer = Type.Object({
  /** Its address, with a slash at the end. */
  url: Type.String(),
  userName: Type.String(),
  token: Type.String(),
  /** When the token was given and when it ends, seconds since 1970; without an end it is an access token. */
  issued: Type.Optional(Type.Integer()),
  expires: Type.Optional(Type.Integer()),
});
const ServerFile = Type.Object({
  /** Address of the server of commands that name none. */
  default: Type.Optional(Type.String()),
  servers: Type.Array(KnownServer),
});

/** A server that the user has signed in to, and the credentials there. */
export type KnownServer = Readonly<Static<typeof KnownServer>>;
export interface Servers {
  readonly default?: string;
  readonly servers: readonly KnownServer[];
}

/**
 * Reads the servers the user has signed in to. A file that others may read becomes the user's alone.
 *
 * @throws ClientError when the file is damaged
 */
export async function readServers(file: string): Promise<Servers> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
    // Windows has no such bits, and keeps the folders of users apart.
    if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { servers: [] };
    throw cause;
  }
  const content = parse(text);
  if (!Value.Check(ServerFile, content))
    throw new ClientError(
      `${file} is damaged, so nobody is signed in. Remove it and sign in again: alidade login ADDRESS`,
    );
  return content as Servers;
}

/**
 * Changes the file as it is at this moment, one process after the other: what another one wrote, a renewed token say, stays.
 *
 * @param change may ask a server what to write; without a change it returns what it was given
 */
export async function changeServers(
  file: string,
  signal: AbortSignal,
  change: (servers: Servers) => Servers | Promise<Servers>,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const lock = await takeLock(`${file}.lock`, signal);
  try {
    const before = await readServers(file);
    const after = await change(before);
    if (after !== before) await replaceFile(file, `${JSON.stringify(after, undefined, 2)}\n`);
  } finally {
    lock[Symbol.dispose]();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Told by the one who asks, with the name of the file.
  }
}
