import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Programs ask the service a dozen questions; a minute hangs. */
const TIMEOUT_MS = 60_000;

/** Whether a program of the machine can be run; tests that need others are skipped, and say so. */
export function hasProgram(name: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(name, args, { stdio: 'ignore', timeout: TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

/** What a program writes. @throws with what it complains of when it fails */
export async function outputOf(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { timeout: TIMEOUT_MS, env: { ...process.env, ...environment }, maxBuffer: 2 ** 25 };
  const { stdout } = await run(name, [...args], options);
  return stdout;
}

/** GDAL of the machine, another one than that of the service. */
export const hasGdal = hasProgram('gdalinfo', '--version');
export const NO_GDAL = 'gdalinfo is not installed';

/** OWSLib of the machine's Python. */
export const hasOwsLib = hasProgram('/usr/bin/python3', '-c', 'import owslib');
export const NO_OWSLIB = 'OWSLib is not installed for /usr/bin/python3';
