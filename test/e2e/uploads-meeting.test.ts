import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { createDataset } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';
import { storedFiles } from '../support/stored-files.ts';

const DATASET = '/orgs/admin/ds/meeting';
const TUS = { 'tus-resumable': '1.0.0' };

describeOnOneDatabase('uploads that meet at one path', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), BUILDS__CONCURRENCY: '0' });
    await createDataset(service, 'admin/meeting', 0);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  const plain = async (path: string, text: string): Promise<number> => {
    const body = form({ path, file: Buffer.from(text) });
    return (await service.call('POST', `${DATASET}/obj`, { body, headers: { 'if-none-match': '*' } })).status;
  };
  /** @returns 201 for one that was placed, as of a plain one */
  const resumed = async (path: string, text: string): Promise<number> => {
    const headers = {
      ...TUS,
      'if-none-match': '*',
      'upload-length': String(text.length),
      'upload-metadata': `path ${Buffer.from(path).toString('base64')}`,
    };
    const begun = await service.call('POST', `${DATASET}/uploads`, { headers });
    if (begun.status !== 201) return begun.status;
    const end = await service.call('PATCH', begun.headers.get('location')!, {
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Blob([text]),
    });
    return end.status === 204 ? 201 : end.status;
  };
  it('with If-None-Match: * exactly one is placed, and the others leave no bytes', async () => {
    const winners: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const path = `f${round}/a.txt`;
      const texts = Array.from({ length: 8 }, (_, index) => `text ${round} of ${index}`);
      const statuses = await Promise.all(
        texts.map((text, index) => (index % 4 === 3 ? resumed(path, text) : plain(path, text))),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(7).fill(412)]);
      const winner = texts[statuses.indexOf(201)]!;
      expect(await (await service.call('GET', `${DATASET}/download?path=${path}`)).text()).toBe(winner);
      winners.push(hashOf(winner));
    }
    expect(await storedFiles(service)).toEqual(winners.toSorted());
  });

  it('of the same bytes at once one is placed, and no loser takes them from another in a way that is a fault', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [path, text] = [`same${round}/a.txt`, `the same text of round ${round}`];
      const statuses = await Promise.all(Array.from({ length: 12 }, () => plain(path, text)));
      const others = statuses.filter((status) => status !== 201);
      // 503: its bytes went with those of another one; it may be sent again.
      expect(others.filter((status) => status !== 412 && status !== 503)).toEqual([]);
      expect([201, 412]).toContain(await plain(path, text));
      expect(await (await service.call('GET', `${DATASET}/download?path=${path}`)).text()).toBe(text);
    }
  });
});
