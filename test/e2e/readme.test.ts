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

/** Runs the commands of pages, one after the other, against a service of their own. @returns what they print */
async function runCommandsOf(pages: readonly string[], count: number): Promise<string> {
  await using service = await startService();
  const folder = await mkdtemp(join(tmpdir(), 'alidade-readme-'));
  try {
    await writeFile(join(folder, 'ortho.tif'), quadrantOrthophoto(64));
    const texts = await Promise.all(pages.map((page) => readFile(join(ROOT, page), 'utf8')));
    const text = texts.join('\n');
    const script = [...text.matchAll(/```sh\n([^`]*)```/g)].map(([, block]) => block).join('\n');
    expect(script.match(/\b(?:curl|call) /g)).toHaveLength(count);
    const environment = { PATH: process.env['PATH'], ALIDADE: service.url, PASSWORD: ADMIN.password };
    return (await run('sh', ['-eu', '-c', script], { cwd: folder, env: environment })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('shows commands in the README, and on the page that goes on from it, that work as they stand', async () => {
  const printed = await runCommandsOf(['README.md', 'docs/programs.md'], 8);
  expect(printed).toContain('"path":"2026/ortho.tif"');
  expect(printed).toContain('"currentState":');
});

it('shows commands to administrators that work as they stand', async () => {
  const printed = await runCommandsOf(['docs/administration.md'], 31);
  expect(printed).toContain('"successor":"sam"');
  expect(printed).toContain('"sourceOrganizationDeleted":true');
});

it.each([
  ['docs/external-sign-in.md', ['OpenId.Issuer', 'ExternalAuthUrl']],
  ['docs/import.md', ['Import.AllowedHosts']],
])('shows settings files that can be used: %s', async (page, names) => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-readme-'));
  try {
    const text = await readFile(join(ROOT, page), 'utf8');
    const files = [...text.matchAll(/```json\n([^`]*)```/g)].map(([, block]) => block!);
    expect(files).toHaveLength(names.length);
    for (const [index, file] of files.entries()) {
      const path = join(folder, `${index}.json`);
      await writeFile(path, file);
      expect(namesIn(JSON.parse(file))).toContain(names[index]);
      expect(() => loadSettings({ SETTINGS_FILE: path })).not.toThrow();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Names of settings in a settings file, such as `OpenId.Issuer`. */
function namesIn(file: object): string[] {
  return Object.entries(file).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? namesIn(value).map((inner) => `${name}.${inner}`)
      : [name],
  );
}

it('names for every row of the security page a test that carries its id', async () => {
  const page = await readFile(join(ROOT, 'docs/security.md'), 'utf8');
  const rows = page.matchAll(/^\| ((?:[A-Z]-\d+(?:, )?)+) *\|[^|]*\|([^|]*)\|$/gm);
  const missing: string[] = [];
  let count = 0;
  for (const [, ids, cell] of rows) {
    const files = [...cell!.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path]) => path!);
    const texts = (await Promise.all(files.map((path) => readFile(join(ROOT, path), 'utf8')))).join('\n');
    for (const id of ids!.split(', ')) {
      count += 1;
      if (!new RegExp(`['"\`\\d] ?${id}\\b`).test(texts)) missing.push(id);
    }
  }
  expect(count).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

it.each([
  'README.md',
  'CONTRIBUTING.md',
  'docs/administration.md',
  'docs/architecture.md',
  'docs/external-sign-in.md',
  'docs/import.md',
  'docs/installation.md',
  'docs/programs.md',
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
