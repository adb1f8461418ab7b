import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { ADMIN, startService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

it('shows commands in the README that work as they stand', async () => {
  await using service = await startService();
  const folder = await mkdtemp(join(tmpdir(), 'alidade-readme-'));
  await writeFile(join(folder, 'ortho.tif'), quadrantOrthophoto(64));
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const script = [...readme.matchAll(/```sh\n([^`]*)```/g)].map(([, block]) => block).join('\n');
  expect(script.match(/curl/g)).toHaveLength(4);
  const environment = { PATH: process.env['PATH'], ALIDADE: service.url, PASSWORD: ADMIN.password };
  const { stdout } = await run('sh', ['-eu', '-c', script], { cwd: folder, env: environment });
  expect(stdout).toContain('"path":"2026/ortho.tif"');
  expect(stdout).toContain('"currentState":');
  await rm(folder, { recursive: true });
});

it.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/installation.md', 'docs/security.md'])(
  'links only to what there is: %s',
  async (page) => {
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
  },
);
