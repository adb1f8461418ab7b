import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ClientError } from '../client-error.ts';

/** What Windows takes for devices, in any letter case and with any extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** What Windows may call the folders of clients as well: their names in eight letters. */
const SHORT_OWN = /^(alidad|ddb)~\d/i;

/**
 * What keeps a name of a server from being a name of a file here, or undefined. Names come from strangers: none may lead
 * out of the folder that they are written into.
 */
export function nameProblem(name: string, platform: NodeJS.Platform = process.platform): string | undefined {
  if (name === '') return 'an empty name';
  if (name === '.' || name === '..') return `the name ${name}`;
  if (/[\\/]/.test(name)) return 'a slash or backslash in a name';
  if (/\p{Cc}/u.test(name)) return 'a control character';
  if (!name.isWellFormed()) return 'a broken character';
  if (/^[A-Za-z]:/.test(name)) return 'a drive letter';
  if (PART_NAME.test(name)) return 'a name of files that are on their way';
  if (platform !== 'win32') return undefined;
  if (/[<>:"|?*]/.test(name)) return 'a character that Windows does not take';
  if (/[. ]$/.test(name)) return 'a dot or blank at its end, which Windows drops';
  if (DEVICES.test(name)) return 'a name of a device of Windows';
  if (SHORT_OWN.test(name)) return 'a short name of the folder of the client';
  return undefined;
}

/** Names of files on their way: no name of a dataset may be one of them. */
const PART_NAME = /^\.[0-9a-f]{32}\.part$/;
export const partName = (id: string): string => `.${id.slice(0, 32)}.part`;
export const isPartName = (name: string): boolean => PART_NAME.test(name);

/** @throws ClientError for a path that cannot stand below a folder here */
export function checkRelativePath(path: string): readonly string[] {
  const names = path.split('/');
  const problem = names.map((name) => nameProblem(name)).find(Boolean);
  if (problem !== undefined)
    throw new ClientError(`The server names a file "${path}", which cannot be written here: it has ${problem}.`);
  return names;
}

/** Makes the folders that files are written into, below one that the user has chosen. */
export interface SafeFolder {
  /** The folders of a path, all of them. @returns the address of what is at the path */
  folder(path: string): Promise<string>;
  /** The folders above a path. @returns the address of the file of that path */
  file(path: string): Promise<string>;
}

/**
 * Below a folder symbolic links are not followed: one that an archive or another program left there would lead what is
 * written elsewhere.
 *
 * @throws ClientError from its functions, for paths that lead out of it
 */
export function safeFolder(root: string): SafeFolder {
  const known = new Map<string, Promise<string>>();
  const make = (names: readonly string[]): Promise<string> => {
    const key = names.join('/');
    const made = known.get(key) ?? makeFolder(names);
    known.set(key, made);
    return made;
  };
  const makeFolder = async (names: readonly string[]): Promise<string> => {
    if (names.length === 0) {
      await mkdir(root, { recursive: true });
      return root;
    }
    const folder = join(await make(names.slice(0, -1)), names.at(-1)!);
    await mkdir(folder).catch((cause: unknown) => {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    });
    const found = await lstat(folder);
    if (found.isDirectory()) return folder;
    const what = found.isSymbolicLink() ? 'a symbolic link, which is not followed' : 'a file';
    throw new ClientError(`${folder} is needed as a folder, and is ${what}. Move it away, or choose another folder.`);
  };
  return {
    folder: (path) => make(path === '' ? [] : checkRelativePath(path)),
    async file(path) {
      const names = checkRelativePath(path);
      return join(await make(names.slice(0, -1)), names.at(-1)!);
    },
  };
}
