import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { folderQuery } from '../../api/entries.ts';
import { entryOf } from '../entry-for-tests.ts';
import { besideQuery } from './beside-query.ts';

const REF = { org: 'club', ds: 'survey' };

/** A service that lists one entry, and maybe has more. @returns the limits it is asked with */
function listing(hasMore: boolean): readonly number[] {
  const limits: number[] = [];
  vi.stubGlobal('location', { origin: 'http://localhost', search: '' });
  vi.stubGlobal('fetch', (address: string) => {
    limits.push(Number(new URL(address, 'http://localhost').searchParams.get('limit')));
    const more = { headers: { link: '</list?after=m/a>; rel="next"' } };
    return Promise.resolve(Response.json([entryOf('m/a')], hasMore ? more : {}));
  });
  return limits;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a folder is asked for once, and one that goes on is not whole', async () => {
  const limits = listing(true);
  expect(await new QueryClient().fetchQuery(besideQuery(REF, 'm', 1))).toMatchObject({ isWhole: false });
  expect(limits).toEqual([10_000]);
});

test('many folders have the entries of four', async () => {
  const limits = listing(false);
  expect(await new QueryClient().fetchQuery(besideQuery(REF, 'm', 20))).toMatchObject({ isWhole: true });
  expect(limits).toEqual([2000]);
});

test.each([
  ['complete', { entries: [entryOf('m/a'), entryOf('m/b')], isWhole: true }],
  ['cut', { entries: [entryOf('m/a')], isWhole: false }],
  ['coming', { entries: [entryOf('m/a')], isWhole: false }],
] as const)('a list that the page has is used only when it is complete: %s', async (state, known) => {
  listing(true);
  const client = new QueryClient();
  client.setQueryData(folderQuery(REF, 'm').queryKey, { entries: [entryOf('m/a'), entryOf('m/b')], state });
  expect(await client.fetchQuery(besideQuery(REF, 'm', 1))).toEqual(known);
});
