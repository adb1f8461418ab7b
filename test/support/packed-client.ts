import { execFile } from 'node:child_process';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/**
 * The package as `npm pack` makes it, unpacked where nothing of the checkout is above it.
 *
 * @returns the folder of the package, and a folder for the search path that holds the program `alidade`
 */
export async function packClient(folder: string): Promise<{ readonly unpacked: string; readonly programs: string }> {
  const bin = dirname(process.execPath);
  const env = { ...process.env, PATH: `${bin}:${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}` };
  // npm runs no script by itself here (.npmrc).
  await run('npm', ['run', '--silent', 'prepack'], { cwd: ROOT, env });
  const made = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT, env });
  await run('tar', ['-xzf', join(folder, made.stdout.trim().split('\n').at(-1)!)], { cwd: folder });
  const unpacked = join(folder, 'alidade');
  await rename(join(folder, 'package'), unpacked);
  const programs = join(folder, 'programs');
  await mkdir(programs);
  // As npm links it, with the Node.js of the test.
  await writeFile(
    join(programs, 'alidade'),
    `#!/bin/sh\nexec '${process.execPath}' '${unpacked}/bin/alidade.mjs' "$@"\n`,
  );
  await chmod(join(programs, 'alidade'), 0o755);
  return { unpacked, programs };
}
