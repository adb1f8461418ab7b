import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { folderQuery } from './entries.ts';

const REF = { org: 'club', ds: 'survey' };
const listed = (path: string) => ({ path, type: 3, size: 1, mtime: 1, hash: 'h', properties: {} });
const next = (after: string) => ({ headers: { link: `</list?after=${after}>; rel="next"` } });

/** Answers pages one after the other, and tells their addresses. */
function servePages(...pages: readonly (() => Response | Promise<Response>)[]): readonly URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('location', { origin: 'http://localhost', search: '' });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address, 'http://localhost'));
    return Promise.resolve(pages[asked.length - 1]!());
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the first entries of a large folder are there before the others', async () => {
  const client = new QueryClient();
  const query = folderQuery(REF, 'flight');
  const seenBetween: unknown[] = [];
  const asked = servePages(
    () => Response.json([listed('flight/a')], next('flight/a')),
    () => {
      seenBetween.push(client.getQueryData(query.queryKey));
      return Response.json([listed('flight/b')]);
    },
  );
  const whole = await client.fetchQuery(query);
  expect(seenBetween).toEqual([{ entries: [listed('flight/a')], state: 'coming' }]);
  expect(whole).toEqual({ entries: [listed('flight/a'), listed('flight/b')], state: 'complete' });
  expect(asked.map(({ searchParams }) => [searchParams.get('after'), searchParams.get('limit')])).toEqual([
    [null, '200'],
    ['flight/a', '9800'],
  ]);
});

test('a list that is there stays until the new one is whole, and one that stayed a part is asked for again', async () => {
  const client = new QueryClient();
  const query = { ...folderQuery(REF, 'flight'), retry: false, staleTime: 60_000 };
  servePages(
    () => Response.json([listed('flight/a')], next('flight/a')),
    () => new Response('', { status: 500 }),
  );
  await expect(client.fetchQuery(query)).rejects.toMatchObject({ status: 500 });
  expect(client.getQueryData(query.queryKey)).toMatchObject({ state: 'coming' });

  const seenBetween: unknown[] = [];
  servePages(
    () => Response.json([listed('flight/z')], next('flight/z')),
    () => {
      seenBetween.push(client.getQueryData(query.queryKey));
      return Response.json([]);
    },
  );
  expect(await client.fetchQuery(query)).toMatchObject({ state: 'complete' });
  expect(seenBetween).toMatchObject([{ entries: [listed('flight/a')], state: 'coming' }]);
});

test('a folder of more than 100,000 entries is cut', async () => {
  const page = () => Response.json([listed('x')], next('x'));
  const asked = servePages(...Array.from({ length: 12 }, () => page));
  expect(await new QueryClient().fetchQuery(folderQuery(REF, ''))).toMatchObject({ state: 'cut' });
  const limits = asked.map(({ searchParams }) => Number(searchParams.get('limit')));
  expect(limits.reduce((sum, each) => sum + each, 0)).toBe(100_000);
});
