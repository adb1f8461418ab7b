import { Parser, type ReadEntry } from 'tar';
import { MAX_MEMBERS, type Members } from './members.ts';
import { tooLarge } from './room.ts';
import { isOfMachine, OperationRefusal } from '../../../engine/for-children.ts';

/** Names longer than 100 bytes and the like; paths of entries have 1024 bytes at most. */
const MAX_META_BYTES = 64 * 1024;
/** Header and padding of a member, and of what stands before it for a long name. */
const AROUND_A_MEMBER = 4096;

const FILES: readonly string[] = ['File', 'OldFile', 'ContiguousFile'];
const FOLDERS: readonly string[] = ['Directory', 'GNUDumpDir'];
/** How GNU tar calls a file with holes, whose bytes are not those of the file. */
const WITH_HOLES = /(?:^|\/)GNUSparseFile\.\d+\//;

/**
 * Unpacks a tar archive as it comes. @param content not compressed
 *
 * @returns how many links, devices and the like were left out. @throws OperationRefusal
 */
export async function unpackTar(content: AsyncIterable<Buffer>, members: Members, maxBytes: number): Promise<number> {
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined); // it is looked at when this side has something to wait for
  let [leftOut, hasFailed, hasEnded] = [0, false, false];
  const parser = new Parser({ strict: true, maxMetaEntrySize: MAX_META_BYTES });
  const fail = (error: unknown): void => {
    failed.reject(error);
    hasFailed = true;
    parser.emit('drain'); // Nobody has to wait for room any longer.
  };
  parser.on('eof', () => (hasEnded = true));
  parser.on('ignoredEntry', () => (leftOut += 1));
  parser.on('error', (error) => fail(damaged(error)));
  // One after the other: the next one may begin while the last bytes of this one are written.
  let taken = Promise.resolve();
  parser.on('entry', (entry: ReadEntry) => {
    taken = taken.then(() => take(entry));
    taken.catch(fail);
  });
  const ended = new Promise((resolve) => parser.on('end', resolve));

  async function take(entry: ReadEntry): Promise<void> {
    const { path, type } = entry;
    const isFile = FILES.includes(type) && !path.endsWith('/');
    if ((!isFile && !FOLDERS.includes(type) && !FILES.includes(type)) || WITH_HOLES.test(path)) {
      leftOut += 1;
      entry.resume();
      return;
    }
    const name = members.admit(path, isFile ? 'file' : 'folder', isFile ? entry.size : 0);
    members.requireDeclared();
    if (isFile && name !== null) await members.write(name, entry as AsyncIterable<Buffer>);
    else entry.resume();
  }

  let bytes = 0;
  const most = maxBytes + MAX_MEMBERS * AROUND_A_MEMBER;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge(maxBytes);
    if (!parser.write(chunk) && !hasFailed) await new Promise((resolve) => parser.once('drain', resolve));
    if (hasFailed) await failed.promise;
    // What follows the end is padding. The parser would collect it.
    if (hasEnded) break;
  }
  parser.end();
  await Promise.race([failed.promise, ended]);
  await taken;
  if (bytes === 0) throw damaged(undefined);
  return leftOut;
}

const damaged = (cause: unknown): Error =>
  isOfMachine(cause)
    ? (cause as Error)
    : new OperationRefusal('The archive is damaged, cut off, or is no tar archive.');
