import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

/** Bytes of memory this process may count on: those of the machine, or of the control group it runs in. */
export function machineBytes(): number {
  const group = process.constrainedMemory();
  // Without a limit Node.js answers 0, or a number beyond all memory.
  return group > 0 ? Math.min(group, totalmem()) : totalmem();
}

/** Bytes of a page in `/proc`: all platforms that Node.js is built for use 4 kB there. */
const PAGE_BYTES = 4096;

/**
 * Resident memory that only this process can free. Pages of mapped files are left out where the system tells them apart:
 * it takes them back by itself, and a GeoPackage that is read shows as up to 2 GB of them.
 */
export function residentBytes(): number {
  const pages = readPages();
  return pages === undefined ? process.memoryUsage.rss() : (pages.resident - pages.shared) * PAGE_BYTES;
}

/** `/proc/self/statm` of Linux: total, resident and shared pages; undefined elsewhere. */
function readPages(): { readonly resident: number; readonly shared: number } | undefined {
  try {
    const [, resident = NaN, shared = NaN] = readFileSync('/proc/self/statm', 'utf8').split(' ').map(Number);
    return Number.isFinite(resident - shared) ? { resident, shared } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
