import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A run of GDAL in a test takes a fraction of a second; what takes longer hangs. */
const TIMEOUT_MS = 60_000;

/**
 * Runs `gdal_translate` or `gdalwarp` on one file, in a child process: the program where it is installed, else the
 * same function of the GDAL library.
 */
export async function gdal(
  program: 'gdal_translate' | 'gdalwarp',
  source: string,
  destination: string,
  options: readonly string[],
): Promise<void> {
  try {
    await run(program, ['-q', ...options, source, destination], { timeout: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const script = fileURLToPath(new URL('./gdal-child.ts', import.meta.url));
    await run(process.execPath, [script, program, source, destination, ...options], { timeout: TIMEOUT_MS });
  }
}
