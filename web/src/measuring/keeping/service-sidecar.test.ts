import { afterEach, expect, test, vi } from 'vitest';
import { serviceSidecar } from './service-sidecar.ts';
import { EMPTY } from './sidecar.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const PATH = 'measurements/map_measurements.geojson';
const { signal } = new AbortController();

/** A service whose search finds these paths. @returns what it is asked for */
function finding(paths: readonly string[], bodies: unknown[] = []): readonly string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    asked.push(`${method} ${address}`);
    if (typeof body === 'string') bodies.push(JSON.parse(body));
    return address.includes('/search')
      ? Response.json(paths.map((path) => ({ path })))
      : new Response(JSON.stringify({ ...EMPTY.rest, features: [] }), { headers: { etag: 'W/"1"' } });
  });
  return asked;
}

test('a file that is not there is not asked for, as browsers list such answers as errors', async () => {
  const asked = finding(['other/map_measurements.geojson']);
  expect(await serviceSidecar({ org: 'a', ds: 'b' }, PATH).read(signal)).toEqual({ sidecar: EMPTY, etag: null });
  expect(asked).toEqual(['POST /orgs/a/ds/b/search']);
});

test('a file that is there is read', async () => {
  const asked = finding([PATH]);
  expect((await serviceSidecar({ org: 'a', ds: 'b' }, PATH).read(signal)).etag).toBe('"1"');
  expect(asked).toHaveLength(2);
});

test.each([
  [PATH, { query: 'map_measurements.geojson', path: 'measurements', recursive: false }],
  ['a_measurements.geojson', { query: 'a_measurements.geojson', path: '', recursive: false }],
])('only its own folder is searched: %s', async (path, body) => {
  const bodies: unknown[] = [];
  finding([path], bodies);
  await serviceSidecar({ org: 'a', ds: 'b' }, path).read(signal);
  expect(bodies).toEqual([body]);
});
