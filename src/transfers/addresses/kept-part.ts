import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { flush } from '../../database/index.ts';

/** What is on the disk of a file that did not come to its end. */
const Begun = Type.Object({
  /** Strong ETag of the version that the bytes are of. */
  etag: Type.String({ minLength: 2, maxLength: 4096 }),
  /** Bytes that are there for good. */
  bytes: Type.Integer({ minimum: 1 }),
});
export type Begun = Static<typeof Begun>;

/** Where the bytes of a file go. */
export interface Part {
  /** Absolute path. */
  readonly path: string;
  /** What is there already; undefined: nothing. */
  readonly begun: Begun | undefined;
  /** Told what is there by now, now and then, and when the transfer ends before its time. */
  note(begun: Begun): Promise<void>;
}

/** A file that nobody goes on with. */
export const partOf = (path: string): Part => ({ path, begun: undefined, note: () => Promise.resolve() });

/**
 * What an earlier try left in a folder, to go on with. It is copied: that try may be at it still, when it seems dead and is not,
 * and its bytes behind those it noted are none of ours. Where there is no room for both, it begins anew.
 */
export async function takePart(folder: string, signal: AbortSignal): Promise<Part> {
  const names = await readdir(folder);
  const left = (await Promise.all(names.filter((name) => name.endsWith(NOTE)).map((name) => readNote(folder, name))))
    .flatMap((one) => one ?? [])
    .sort((one, other) => other.begun.bytes - one.begun.bytes)[0];
  if (left === undefined) return newPart(folder, names);
  const path = join(folder, randomUUID());
  const { begun } = left;
  try {
    await copyStart(left.path, path, begun.bytes, signal);
    await writeNote(path, begun);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
    return newPart(folder);
  }
  await forget(folder, names);
  return { path, begun, note: (now) => writeNote(path, now) };
}

/** Copies the first bytes of a file: at once where the file system can share them. What is there then is on the disk for good. */
async function copyStart(from: string, to: string, bytes: number, signal: AbortSignal): Promise<void> {
  const isShared = await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false, // Most cannot.
  );
  if (!isShared) await pipeline(createReadStream(from, { end: bytes - 1 }), createWriteStream(to), { signal });
  const file = await open(to, 'r+');
  try {
    await file.truncate(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Removes what is in the folder. */
export const forgetParts = async (folder: string): Promise<void> => forget(folder, await readdir(folder));

/** A place in the folder with nothing in it; what else is there goes. */
export async function newPart(folder: string, names?: readonly string[]): Promise<Part> {
  await forget(folder, names ?? (await readdir(folder)));
  const path = join(folder, randomUUID());
  return { path, begun: undefined, note: (now) => writeNote(path, now) };
}

const NOTE = '.json';

async function readNote(
  folder: string,
  name: string,
): Promise<{ readonly path: string; readonly begun: Begun } | undefined> {
  const path = join(folder, name.slice(0, -NOTE.length));
  try {
    const begun = Value.Parse(Begun, JSON.parse(await readFile(join(folder, name), 'utf8')));
    return (await stat(path)).size >= begun.bytes ? { path, begun } : undefined;
  } catch {
    return undefined; // Half of a pair, or nothing that we wrote: it is of no use.
  }
}

async function writeNote(path: string, begun: Begun): Promise<void> {
  const fresh = `${path}.new`;
  await writeFile(fresh, JSON.stringify(begun));
  await flush(fresh);
  await rename(fresh, `${path}${NOTE}`);
}

async function forget(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}
