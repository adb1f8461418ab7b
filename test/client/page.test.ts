import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testClient } from '../support/client.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { packClient } from '../support/packed-client.ts';
import { ADMIN, startService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

it('is packed without dependencies, with which the commands of its page work as they stand', async () => {
  await using service = await startService();
  await using client = await testClient();
  const { cwd, home } = client;
  const { unpacked, programs } = await packClient(home);
  await mkdir(join(cwd, 'flight'));
  await writeFile(join(cwd, 'flight', 'notes.txt'), 'windy\n');
  await writeFile(join(cwd, 'ortho.tif'), quadrantOrthophoto(64));

  const text = await readFile(join(ROOT, 'docs/client.md'), 'utf8');
  const script = [...text.matchAll(/```sh\n([^`]*)```/g)].map(([, block]) => block).join('\n');
  const env = {
    PATH: `${programs}:${process.env['PATH']}`,
    HOME: home,
    PASSWORD: ADMIN.password,
  };
  const { stdout } = await run('sh', ['-eu', '-c', script.replaceAll('https://maps.example.org', service.url)], {
    cwd,
    env,
  });
  expect(stdout).toContain('admin (admin) on 127.0.0.1');
  expect(stdout).toMatch(/2026\/west\.tif: succeeded, built/);
  expect(stdout).toMatch(/\/r\/admin\/field\?path=2026%2Fwest\.tif&token=ald_/);
  expect(await readFile(join(cwd, 'copy/flight/notes.txt'), 'utf8')).toBe('windy\n');
  expect((await readFile(join(cwd, 'copy/ortho.tif'))).equals(quadrantOrthophoto(64))).toBe(true);
  // Nobody else reads what signs in, and signing out leaves nothing of it.
  const kept = join(home, '.config/alidade/servers.json');
  expect((await stat(kept)).mode & 0o777).toBe(0o600);
  expect(await readFile(kept, 'utf8')).not.toContain('token');
  // `dist` is the same package for those who need nothing else of it.
  expect((await readdir(unpacked)).sort()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json']);
  expect(JSON.parse(await readFile(join(unpacked, 'dist/package.json'), 'utf8'))).not.toHaveProperty('dependencies');
  await mkdir(join(home, 'alone'));
  for (const name of await readdir(join(unpacked, 'dist')))
    await copyFile(join(unpacked, 'dist', name), join(home, 'alone', name));
  const version = await run(process.execPath, [join(home, 'alone/alidade.mjs'), '--version'], { env });
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  // Every command stands on the page.
  const { stdout: help } = await run('alidade', ['--help'], { env });
  const names = [...help.matchAll(/^ {2}([a-z]+) (?:\[|<| {2})/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(14);
  for (const name of names.filter((one) => one !== 'help')) expect(text).toMatch(new RegExp(`alidade ${name}\\b`));
});
