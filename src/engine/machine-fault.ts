/** SQLite's codes for a disk that fails (SQLITE_IOERR) and a file that cannot be opened (SQLITE_CANTOPEN). */
const SQLITE_FAULTS: readonly number[] = [10, 14];

/** Whether an error says nothing about the input: a full disk or one that fails, a file that is gone, no handles left. */
export function isOfMachine(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) return true;
  // The lower byte is the kind; what is above it says more.
  return 'errcode' in error && SQLITE_FAULTS.includes(Number(error.errcode) & 0xff);
}

/** What libraries print of that: the C library's words for EIO, ESTALE, EROFS, EMFILE and ENFILE, and SQLite's own. */
const WORDS: readonly RegExp[] = [
  /input\/output error/i,
  /disk i\/o error/i,
  /stale (?:nfs )?file handle/i,
  /read-only file system/i,
  /too many open files/i,
  /\b(?:EIO|ESTALE|EROFS|EMFILE|ENFILE)\b/,
];

/** Whether a line that a program or library printed says so. */
export const saysMachineFault = (line: string): boolean => WORDS.some((words) => words.test(line));

/** EX_IOERR of sysexits.h: how our programs end for such an error. No other program of ours has this exit code. */
export const MACHINE_FAULT_EXIT = 74;

/** The exit code of one of our programs that ends by an error. */
export const exitCodeOf = (error: unknown): number => (isOfMachine(error) ? MACHINE_FAULT_EXIT : 1);
