import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testClient } from '../support/client.ts';
import { form, startService, until } from '../support/service.ts';

it('brings changes over both ways by itself, stops at a conflict, and ends by Ctrl+C', async () => {
  await using service = await startService({ BUILDS__CONCURRENCY: '0' });
  await using client = await testClient({ ALIDADE_SERVER: service.url, ALIDADE_TOKEN: service.token });
  const put = (path: string, text: string): Promise<Response> =>
    service.call('POST', '/orgs/admin/ds/field/obj', { body: form({ path, file: Buffer.from(text) }) });
  const there = async (path: string): Promise<string> =>
    (await service.call('GET', `/orgs/admin/ds/field/download/${path}`)).text();
  const local = (path: string): string => join(client.cwd, 'field', path);
  const here = (path: string): Promise<string> => readFile(local(path), 'utf8').catch(() => '');
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'field' } });
  await put('a.txt', 'first');
  expect(await client.run(['clone', 'admin/field'])).toMatchObject({ code: 0 });

  const watching = client.start(['watch', '--every', '1'], 'field');
  const waitFor = (look: () => Promise<string> | string, text: string): Promise<string> => {
    const seen = until(
      () => Promise.resolve(look()),
      (found) => found.includes(text),
    );
    const ended = watching.ended.then((code) => {
      throw new Error(`It ended with ${code}: ${watching.output()}`);
    });
    return Promise.race([seen, ended]);
  };
  await waitFor(watching.output, 'Watching ');
  await writeFile(local('mine.txt'), 'mine');
  await put('theirs.txt', 'theirs');
  await waitFor(() => there('mine.txt'), 'mine');
  await waitFor(() => here('theirs.txt'), 'theirs');
  // What came is not sent back. A push that met the other file begins again, and its bytes are there already: "(0 sent)".
  await waitFor(watching.output, 'Pulled: 1 file written');
  await waitFor(watching.output, 'Pushed: 1 file written (');
  expect(await watching.end('SIGINT')).toBe(130);
  expect(watching.output()).toMatch(/Interrupted\. The same command goes on where it stopped\.\n$/);

  await writeFile(local('a.txt'), 'mine');
  await put('a.txt', 'theirs');
  const stopped = client.start(['watch', '--every', '1'], 'field');
  expect(await stopped.ended).toBe(5);
  expect(stopped.output()).toContain('Changed on both sides: a.txt');
  expect(stopped.output()).toContain('alidade pull --theirs');
  expect([await here('a.txt'), await there('a.txt')]).toEqual(['mine', 'theirs']);
});
