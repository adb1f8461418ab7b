import { ancestorsOf, pathProblem } from '../../../sync/index.ts';
import type { Room } from './room.ts';
import { createUnpackedFiles, type UnpackedFile } from './unpacked-files.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** What an archive holds, as it comes out. Every name and every byte of it is counted and checked here. */
export interface Members {
  /**
   * Takes a name and a declared size before the bytes are read.
   *
   * @param size 0 where none is declared
   * @returns the path of the entry; null for the folder of the archive itself. @throws OperationRefusal for a name that leads elsewhere, is no path of an entry, or was there before
   */
  admit(name: string, kind: 'file' | 'folder', size: number): string | null;
  /** Checks all declared sizes against all limits, before any of these bytes is written. @throws RoomOverrun; OperationRefusal `too-large` */
  requireDeclared(): void;
  /** Writes the bytes of a file; null for none. @throws RoomOverrun; OperationRefusal `too-large` beyond a limit */
  write(path: string, content: AsyncIterable<Buffer> | null): Promise<void>;
  readonly files: readonly UnpackedFile[];
  /** Files that the dataset has and keeps: they were read, and not written. */
  readonly kept: number;
}

/** Files and folders an archive may have: as many photos as a large survey. Each is a row of the dataset. */
export const MAX_MEMBERS = 100_000;
/** Most bytes of all names together: 300 for each. They are held in memory. */
const MAX_NAME_BYTES = 32 * 2 ** 20;

/**
 * @param folder an empty one, for the files
 * @param destination folder of the dataset that the archive is unpacked to; empty for its root
 */
export function createMembers(folder: string, destination: string, room: Room): Members {
  const kinds = new Map<string, 'file' | 'folder'>();
  const unpacked = createUnpackedFiles(folder, room.take);
  let [members, nameBytes, kept] = [0, 0, 0];

  return {
    files: unpacked.list,
    get kept() {
      return kept;
    },
    admit(name, kind, size) {
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
      if (kind === 'file') room.declare(path, size);
      return path;
    },
    requireDeclared: room.requireDeclared,
    async write(path, content) {
      if (!room.isKept(path)) return unpacked.write(path, content);
      // Reads a kept file too, because damage anywhere refuses the archive. Its declared size may be a lie, or 0.
      for await (const chunk of content ?? []) room.skip(chunk.length);
      kept += 1;
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
