import { statfs } from 'node:fs/promises';
import { SettingsError } from '../settings/index.ts';

const MIB = 1024 * 1024;
/** PostgreSQL writes its log in files of 16 MiB, and recovery begins a new one beside the checkpoint it writes. */
const NEEDED_BYTES = 32 * MIB;

/**
 * What prevents the embedded database from opening. A full disk shows as `Aborted()` of its WebAssembly, which helps nobody.
 *
 * @param folder the data folder
 * @returns the error to report: `cause` itself unless the disk explains it
 */
export async function openingFault(folder: string, cause: unknown): Promise<unknown> {
  if (cause instanceof SettingsError) return cause;
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined || disk.bavail * disk.bsize >= NEEDED_BYTES) return cause;
  const free = Math.floor((disk.bavail * disk.bsize) / MIB);
  return new SettingsError(
    `The embedded database cannot open: the disk of the data folder ${folder} has ${free} MiB left, and it needs ${NEEDED_BYTES / MIB} MiB. Nothing that was answered is lost. Free some space and start again.`,
    { cause },
  );
}
