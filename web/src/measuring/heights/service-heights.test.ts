import { afterEach, expect, test, vi } from 'vitest';
import { serviceHeights } from './service-heights.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

type Asked = { readonly address: string; readonly body: unknown };

/** A service that answers by the last part of the path. */
function answering(answers: Readonly<Record<string, object>>): readonly Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push({ address, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const answer = answers[/raster\/(\w+)/.exec(address)?.[1] ?? ''];
    return answer === undefined
      ? new Response(JSON.stringify({ error: 'The map is not built yet. Wait for it.' }), { status: 404 })
      : new Response(JSON.stringify(answer));
  });
  return asked;
}

const { signal } = new AbortController();
const ref = { org: 'a', ds: 'b' };

test('a height is that of the first band, in metres, with its scale; the scale is asked for once', async () => {
  const asked = answering({
    // The band names no unit: the CRS of the file tells it.
    info: { bands: [{ unit: '', metresPerUnit: 0.3048, scale: 0.5, offset: 100 }] },
    value: { bands: [{ unit: '', metresPerUnit: 0.3048, value: 20 }] },
  });
  const heights = serviceHeights(ref);
  expect(await heights.heightAt('x & y.tif', [11, 46], signal)).toBeCloseTo(110 * 0.3048, 9);
  await heights.heightAt('x & y.tif', [11, 46], signal);
  expect(await heights.unitOf('x & y.tif', signal)).toBe(0.3048);
  expect(asked.map(({ address }) => address)).toEqual([
    '/orgs/a/ds/b/raster/info?path=x%20%26%20y.tif',
    '/orgs/a/ds/b/raster/value?path=x%20%26%20y.tif&lon=11&lat=46',
    '/orgs/a/ds/b/raster/value?path=x%20%26%20y.tif&lon=11&lat=46',
  ]);
});

test('where there is nothing the height is none, and what is refused says why', async () => {
  const metres = { unit: '', metresPerUnit: 1 };
  answering({ info: { bands: [{ ...metres, scale: 1, offset: 0 }] }, value: { bands: [{ ...metres, value: null }] } });
  expect(await serviceHeights(ref).heightAt('x', [11, 46], signal)).toBeNull();
  answering({});
  await expect(serviceHeights(ref).heightAt('x', [11, 46], signal)).rejects.toThrow('not built yet');
});

test('a profile asks for its line and has heights in metres, with gaps', async () => {
  const asked = answering({
    profile: {
      length: 10,
      unit: '',
      metresPerUnit: 1200 / 3937,
      distances: [0, 10],
      values: [3937, null],
      positions: [
        [11, 46],
        [12, 46],
      ],
    },
  });
  const line = [[11, 46], [12, 46]] as const; // oxfmt-ignore
  expect(await serviceHeights(ref).profile('x', line, signal)).toMatchObject({ length: 10, heights: [1200, null] });
  expect(asked[0]?.body).toEqual({ path: 'x', line: { type: 'LineString', coordinates: line } });
});

const VOLUME = {
  cut: 5,
  fill: 2,
  net: 3,
  area: 9,
  missing: 1,
  base: { kind: 'plane', height: 7 },
  cellSize: [1, 2],
  source: 'overview',
};

test('a volume asks for its closed area and its base', async () => {
  const asked = answering({ volume: VOLUME });
  const corners = [[11, 46], [12, 46], [12, 47]] as const; // oxfmt-ignore
  const heights = serviceHeights(ref);
  expect(await heights.volume('x', corners, { kind: 'average' }, signal)).toEqual({
    cut: 5,
    fill: 2,
    net: 3,
    area: 9,
    missing: 1,
    baseHeight: 7,
    cellSize: [1, 2],
    isCoarse: true,
  });
  await heights.volume('x', corners, { kind: 'elevation', elevation: 4.5 }, signal);
  expect(asked.map(({ body }) => body)).toEqual(
    ['average', 4.5].map((base) => ({
      path: 'x',
      polygon: { type: 'Polygon', coordinates: [[...corners, corners[0]]] },
      base,
    })),
  );
  answering({ volume: { ...VOLUME, area: 0 } });
  await expect(heights.volume('x', corners, { kind: 'plane' }, signal)).rejects.toThrow('no heights within the area');
});
