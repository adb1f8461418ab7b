const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'You may not read or write there',
  EPERM: 'You may not read or write there',
  EISDIR: 'This is a folder, and a file is needed',
  ENOTDIR: 'A file is in the place of a folder',
  ENOSPC: 'The disk is full',
  EROFS: 'The disk can only be read',
  ELOOP: 'A symbolic link is in the place of a file',
};

/** By SQLite's numbers. Its errors name no file: the folder `.alidade` of a copy holds all of them. */
const databaseFaults: Readonly<Record<number, string>> = {
  8: 'You may not write in the folder .alidade of this copy, or the disk can only be read. Commands of a copy write there',
  13: 'The disk is full',
  14: 'A file in the folder .alidade of this copy cannot be opened. Look at its permissions',
};

/** What a fault of the file system, or of a database in a copy, means to the user. @returns undefined for all others */
export function fileFault(cause: unknown): string | undefined {
  const { code = '', path, errcode } = cause as NodeJS.ErrnoException & { readonly errcode?: number };
  // The lowest byte is the kind, those above tell more exactly where it came up.
  const known = errcode === undefined ? fileFaults[code] : databaseFaults[errcode & 0xff];
  if (known === undefined) return undefined;
  return path === undefined ? `${known}.` : `${known}: ${path}`;
}
