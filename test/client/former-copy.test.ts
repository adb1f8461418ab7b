import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testClient } from '../support/client.ts';
import { form, startService } from '../support/service.ts';

it('works in a folder of existing clients, with the index as the service hands it out', async () => {
  await using service = await startService({ BUILDS__CONCURRENCY: '0' });
  await using client = await testClient({ ALIDADE_SERVER: service.url, ALIDADE_TOKEN: service.token });
  await service.call('POST', '/orgs', { json: { slug: 'acme' } });
  await service.call('POST', '/orgs/acme/ds', { json: { slug: 'field' } });
  const upload = (path: string, text: string): Promise<Response> =>
    service.call('POST', '/orgs/acme/ds/field/obj', { body: form({ path, file: Buffer.from(text) }) });
  await upload('d/a.txt', 'one');

  const folder = join(client.cwd, 'former');
  await mkdir(join(folder, 'd'), { recursive: true });
  await writeFile(join(folder, 'd/a.txt'), 'one');
  const archive = await service.call('GET', '/orgs/acme/ds/field/ddb');
  await writeFile(join(client.cwd, 'ddb.zip'), Buffer.from(await archive.arrayBuffer()));
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', join(client.cwd, 'ddb.zip'), folder]);
  const stamp: unknown = await (await service.call('GET', '/orgs/acme/ds/field/stamp')).json();
  await writeFile(join(folder, '.ddb/tags.json'), JSON.stringify({ [service.url]: 'acme/field' }));
  await writeFile(join(folder, '.ddb/sync.json'), JSON.stringify({ [service.url]: stamp }));

  const run = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await client.run(words, { folder: 'former' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  expect(await run('status', '--remote', '-q')).toContain('Nothing changed here.\nNothing changed there.');
  await upload('d/b.txt', 'two');
  await writeFile(join(folder, 'mine.txt'), 'mine');
  await run('pull', '-q');
  expect(await readFile(join(folder, 'd/b.txt'), 'utf8')).toBe('two');
  await run('push', '-q');
  expect(await (await service.call('GET', '/orgs/acme/ds/field/download/mine.txt')).text()).toBe('mine');
  const after = (await (await service.call('GET', '/orgs/acme/ds/field/stamp')).json()) as { checksum: string };
  const kept = JSON.parse(await readFile(join(folder, '.ddb/sync.json'), 'utf8')) as Record<string, typeof after>;
  expect(kept[service.url]!.checksum).toBe(after.checksum);
});
