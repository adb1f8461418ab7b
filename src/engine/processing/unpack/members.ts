import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ancestorsOf, pathProblem } from '../../../sync/index.ts';
import { OperationRefusal } from '../../operation-refusal.ts';

/** A file that came out of an archive. */
export interface UnpackedFile {
  /** Path of the entry that it may become. */
  readonly path: string;
  /** Its bytes, in the folder of the call: named by a number, never by what the archive says. */
  readonly file: string;
  /** Bytes. */
  readonly size: number;
}

/** What an archive holds, as it comes out. Every name and every byte of it is counted and checked here. */
export interface Members {
  /**
   * Takes a name before its bytes are looked at.
   *
   * @returns the path of the entry; null for the folder of the archive itself. @throws OperationRefusal for a name that leads elsewhere, is no path of an entry, or was there before
   */
  admit(name: string, kind: 'file' | 'folder'): string | null;
  /** Writes the bytes of a file. @throws OperationRefusal `too-large` beyond the limit */
  write(path: string, content: Readable): Promise<void>;
  readonly files: readonly UnpackedFile[];
}

/** Files and folders an archive may have: as many photos as a large survey. Each is a row of the dataset. */
export const MAX_MEMBERS = 100_000;
/** Of all names together: 300 for each. They are held in memory. */
const MAX_NAME_BYTES = 32 * 2 ** 20;

/**
 * @param folder an empty one, for the files
 * @param destination folder of the dataset that the archive is unpacked to; empty for its root
 * @param maxBytes most that all files together may have
 */
export function createMembers(folder: string, destination: string, maxBytes: number): Members {
  const files: UnpackedFile[] = [];
  const kinds = new Map<string, 'file' | 'folder'>();
  let [members, nameBytes, bytes] = [0, 0, 0];

  /** Bytes that are beyond the limit never reach the disk. */
  const counted = (): Transform =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > maxBytes) done(tooLarge(maxBytes));
        else done(null, chunk);
      },
    });

  return {
    files,
    admit(name, kind) {
      members += 1;
      nameBytes += Buffer.byteLength(name);
      if (members > MAX_MEMBERS) throw tooMany();
      if (nameBytes > MAX_NAME_BYTES)
        throw new OperationRefusal(
          `The names in the archive have more than ${MAX_NAME_BYTES / 2 ** 20} MB together.`,
          'too-large',
        );
      const path = entryPath(destination, name);
      if (path === null) return null;
      const before = kinds.get(path);
      // A folder may be listed again, and after what lies in it; nothing else may.
      if (before !== undefined && (before === 'file' || kind === 'file'))
        throw new OperationRefusal(`The archive holds ${path} twice.`);
      kinds.set(path, kind);
      for (const parent of ancestorsOf(path)) {
        if (kinds.get(parent) === 'file')
          throw new OperationRefusal(`The archive holds ${parent} as a file and as a folder.`);
        kinds.set(parent, 'folder');
      }
      return path;
    },
    async write(path, content) {
      const file = join(folder, String(files.length));
      const begin = bytes;
      await pipeline(content, counted(), createWriteStream(file, { flags: 'wx' }));
      files.push({ path, file, size: bytes - begin });
    },
  };
}

/** `./a//` is `a`. @returns null for the folder itself. @throws OperationRefusal for what is no path of an entry */
function entryPath(destination: string, name: string): string | null {
  const inside = name.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/])\/+$/, '');
  if (inside === '' || inside === '.') return null;
  const path = destination === '' || inside.startsWith('/') ? inside : `${destination}/${inside}`;
  const problem = pathProblem(path);
  if (problem === undefined) return path;
  throw new OperationRefusal(`The archive holds a name that ${problem}: ${shown(name)}. Nothing of it is taken.`);
}

/** A name for a message: whatever it holds, it is one line of a bearable length. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 200));

export const tooMany = (): OperationRefusal =>
  new OperationRefusal(`The archive has more than ${MAX_MEMBERS} files and folders.`, 'too-large');

export const tooLarge = (maxBytes: number): OperationRefusal =>
  new OperationRefusal(`The archive unpacks to more than ${maxBytes} bytes, the most that is allowed.`, 'too-large');
