import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { loadSettings } from '../../src/settings/index.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { ADMIN, startService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Runs the commands of a page, one after the other, against a service of their own. @returns what they print */
async function runCommandsOf(page: string, count: number): Promise<string> {
  await using service = await startService();
  const folder = await mkdtemp(join(tmpdir(), 'alidade-readme-'));
  try {
    await writeFile(join(folder, 'ortho.tif'), quadrantOrthophoto(64));
    const text = await readFile(join(ROOT, page), 'utf8');
    const script = [...text.matchAll(/```sh\n([^`]*)```/g)].map(([, block]) => block).join('\n');
    expect(script.match(/\b(?:curl|call) /g)).toHaveLength(count);
    const environment = { PATH: process.env['PATH'], ALIDADE: service.url, PASSWORD: ADMIN.password };
    return (await run('sh', ['-eu', '-c', script], { cwd: folder, env: environment })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('shows commands in the README that work as they stand', async () => {
  const printed = await runCommandsOf('README.md', 8);
  expect(printed).toContain('"path":"2026/ortho.tif"');
  expect(printed).toContain('"currentState":');
});

it('shows commands to administrators that work as they stand', async () => {
  const printed = await runCommandsOf('docs/administration.md', 31);
  expect(printed).toContain('"successor":"sam"');
  expect(printed).toContain('"sourceOrganizationDeleted":true');
});

it('shows settings of sign-in providers that can be used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-readme-'));
  try {
    const page = await readFile(join(ROOT, 'docs/external-sign-in.md'), 'utf8');
    const files = [...page.matchAll(/```json\n([^`]*)```/g)].map(([, block]) => block!);
    expect(files).toHaveLength(2);
    for (const file of files) {
      await writeFile(join(folder, 'alidade.json'), file);
      const { openId, externalAuthUrl } = loadSettings({ SETTINGS_FILE: join(folder, 'alidade.json') });
      expect(openId.issuer ?? externalAuthUrl).toMatch(/^https:/);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.each([
  'README.md',
  'CONTRIBUTING.md',
  'docs/administration.md',
  'docs/architecture.md',
  'docs/external-sign-in.md',
  'docs/import.md',
  'docs/installation.md',
  'docs/security.md',
])('links only to what there is: %s', async (page) => {
  const text = await readFile(join(ROOT, page), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, target]) =>
    join(ROOT, dirname(page), target!),
  );
  // Files named in code marks, such as `test/e2e/x.test.ts`, must exist too.
  const named = [...text.matchAll(/`((?:src|test|tools|docs|web)\/[\w./-]+\.\w+)`/g)].map(([, path]) =>
    join(ROOT, path!),
  );
  expect(links.length + named.length).toBeGreaterThan(0);
  for (const path of [...links, ...named]) await expect(access(path), path).resolves.toBeUndefined();
});
