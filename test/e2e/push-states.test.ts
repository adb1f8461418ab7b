import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FULL } from '../support/full.ts';
import { pusher, stampOf, type ClientState, type ClientValue } from '../support/pushing.ts';
import { startService, type TestService } from '../support/service.ts';

/** Each run is two pushes of a handful of requests. */
const RUNS = FULL ? 50 : 12;

let service: TestService;
beforeAll(async () => {
  service = await startService({ BUILDS__CONCURRENCY: '0' });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Few names and contents, so that states have much in common: the same bytes elsewhere, a file where a folder was. */
const path = fc
  .array(fc.constantFrom('a', 'b', 'é', '😀 1', 'Z.txt', '~'), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/'));
const content = fc.constantFrom(null, '', 'one', 'two', 'three');
const value = fc.record({
  id: fc.integer({ min: 0, max: 9 }).map((n) => `0000000${n}-0000-4000-8000-00000000000${n}`),
  at: fc.nat(),
  key: fc.constantFrom('note', 'noteds', 'remark'),
  // What is kept as it is sent: numbers that are not exact are refused.
  data: fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.constantFrom('text', 'é "😀"'),
    fc.array(fc.integer(), { maxLength: 3 }),
  ),
});

/** What a client may have: no file has anything below it, and metadata is of what is there or of the dataset. */
const clientState: fc.Arbitrary<ClientState> = fc
  .tuple(fc.array(fc.tuple(path, content), { maxLength: 6 }), fc.array(value, { maxLength: 4 }))
  .map(([items, sent]) => {
    const files = new Map<string, string | null>();
    const isFile = (at: string): boolean => typeof files.get(at) === 'string';
    for (const [at, text] of items) {
      const above = at.split('/').map((_, index, names) => names.slice(0, index).join('/'));
      const hasBelow = [...files.keys()].some((other) => other.startsWith(`${at}/`));
      if (!above.some(isFile) && !(text !== null && hasBelow) && !files.has(at)) files.set(at, text);
    }
    const owners = ['', ...files.keys()];
    const values = new Map(
      sent.map(({ id, at, key, data }): [string, ClientValue] => [
        id,
        { path: owners[at % owners.length]!, key, data },
      ]),
    );
    return { files, values };
  });

it('G-5 makes the stamp of any client that of the dataset, whatever the dataset had', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(clientState, clientState, async (before, wanted) => {
      const { push, stamp } = pusher(service.call, `/orgs/admin/ds/state-${(run += 1)}`);
      await push(before);
      const served = await stamp();
      expect(served).toEqual(stampOf(before));
      await push(wanted, served.checksum);
      expect(await stamp()).toEqual(stampOf(wanted));
    }),
    { numRuns: RUNS },
  );
});
