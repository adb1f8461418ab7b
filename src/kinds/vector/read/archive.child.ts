import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry } from 'yauzl';
import { isOfMachine, OperationRefusal } from '../../../engine/for-children.ts';

/** Members an archive may have: a KMZ of a tour with all its pictures has hundreds. */
const MAX_MEMBERS = 10_000;
/** Bytes its unpacked members may have together: what a parser can hold in memory. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** Chooses the members that are needed, each with the file it is to become. */
export type Choose = (names: readonly string[]) => ReadonlyMap<string, string>;

/**
 * Unpacks the needed members of a ZIP archive to files of our own naming. Sizes are checked by what the archive says before
 * anything is read, and again by what comes out. Refuses members whose names lead elsewhere, links, encryption, and more
 * than the limits.
 */
export async function unpack(path: string, choose: Choose): Promise<void> {
  try {
    const archive = await openPromise(path, { autoClose: false, lazyEntries: true });
    try {
      if (archive.entryCount > MAX_MEMBERS)
        throw new OperationRefusal(`The archive has more than ${MAX_MEMBERS} members.`, 'too-large');
      const members = new Map<string, Entry>();
      for await (const entry of archive.eachEntry()) {
        if (!members.has(entry.fileName)) members.set(entry.fileName, entry);
      }
      const chosen = [...choose([...members.keys()])];
      const wanted = chosen.map(([name, to]) => ({ entry: members.get(name)!, to }));
      const bytes = wanted.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
      if (bytes > MAX_UNPACKED_BYTES)
        throw new OperationRefusal(`The archive unpacks to more than ${MAX_UNPACKED_BYTES / 2 ** 20} MB.`, 'too-large');
      for (const { entry, to } of wanted) {
        if (entry.isEncrypted()) throw new OperationRefusal('The archive is encrypted.');
        await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(to, { flags: 'wx' }));
      }
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof OperationRefusal || isOfMachine(error)) throw error;
    throw new OperationRefusal('The archive is damaged, or its members have names that lead out of it.');
  }
}
