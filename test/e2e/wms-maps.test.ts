import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELDS, MAPS, MIDDLE, ORTHO, startMapService } from '../support/map-service.ts';
import { hasGdal, NO_GDAL, outputOf } from '../support/programs.ts';
import type { TestService } from '../support/service.ts';
import { tileOf, tilePixel } from '../support/web-mercator.ts';
import { type Change, mapPicture, type ReadPicture, wmsAddress } from '../support/wms.ts';

let service: TestService;
beforeAll(async () => {
  service = await startMapService();
  await setStyle(FIELDS, PLAIN);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Nothing but the areas: which pixels are covered is then seen of each. */
const PLAIN = { polygon: { fill: '#ff0000', fillOpacity: 1, width: 0 }, label: 'none' };
const [RED, GREEN, WHITE] = [
  [255, 0, 0, 255],
  [40, 200, 40, 255],
  [255, 255, 255, 255],
];

async function setStyle(path: string, data: unknown): Promise<void> {
  const answer = await service.call('POST', `${MAPS}/meta/style/set`, { json: { path, data } });
  expect(answer.status).toBe(200);
}
const draw = (change: Change): Promise<ReadPicture> => mapPicture(service, change);
const ask = (change: Change, headers: Record<string, string> = {}) =>
  service.call('GET', wmsAddress(change), { token: null, headers });

/** The field called `first`. */
const FIELD = [
  [11.2575, 44.4072],
  [11.2615, 44.4072],
  [11.2615, 44.4112],
  [11.2575, 44.4112],
] as const;
type Ring = readonly (readonly [x: number, y: number])[];

function isInside(ring: Ring, x: number, y: number): boolean {
  return ring.reduce((inside, [x1, y1], at) => {
    const [x0, y0] = ring.at(at - 1)!;
    return y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) ? !inside : inside;
  }, false);
}

function distance(ring: Ring, x: number, y: number): number {
  return Math.min(
    ...ring.map(([x1, y1], at) => {
      const [x0, y0] = ring.at(at - 1)!;
      const [dx, dy] = [x1 - x0, y1 - y0];
      const share = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)));
      return Math.hypot(x - x0 - share * dx, y - y0 - share * dy);
    }),
  );
}

/** Pixels that are drawn where the field is not, or the other way around: all but those on its border. */
function wrongPixels({ width, height, at }: ReadPicture, ring: Ring): readonly string[] {
  const wrong: string[] = [];
  let inside = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [column + 0.5, row + 0.5];
      if (distance(ring, x, y) < 0.75) continue;
      const expected = isInside(ring, x, y);
      inside += Number(expected);
      if (String(at(column, row)) !== String(expected ? RED : WHITE)) wrong.push(`${column} ${row}`);
    }
  }
  expect(inside).toBeGreaterThan(500);
  return wrong;
}

const fieldIn = async (crs: string): Promise<Ring> => {
  if (crs === 'EPSG:4326' || crs === 'OGC:CRS84') return FIELD;
  const lines = FIELD.map((place) => place.join(' ')).join('\n');
  const text = await outputOf('sh', [
    '-c',
    `printf '${lines}\n' | gdaltransform -s_srs OGC:CRS84 -t_srs ${crs} -output_xy`,
  ]);
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number) as unknown as [number, number]);
};

describe('vectors', () => {
  it.skipIf(!hasGdal).each([
    ['1.3.0', 'EPSG:3857', false],
    ['1.1.1', 'EPSG:3857', false],
    ['1.3.0', 'EPSG:4326', true],
    ['1.1.1', 'EPSG:4326', false],
    ['1.3.0', 'OGC:CRS84', false],
    ['1.3.0', 'EPSG:25832', false],
    ['1.3.0', 'EPSG:3035', true],
    ['1.1.1', 'EPSG:3035', false],
    ['1.3.0', 'EPSG:3413', false],
    ['1.3.0', 'EPSG:3031', false],
    ['1.3.0', 'EPSG:2100', false],
  ])(`lie where PROJ says: %s %s${hasGdal ? '' : ` (skipped: ${NO_GDAL})`}`, async (version, crs, isTurned) => {
    const ring = await fieldIn(crs);
    const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
    const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    // Pixels that are no squares, and a field that is not in the middle.
    const box = [
      west - (east - west) * 0.5,
      south - (north - south) * 0.2,
      east + (east - west) * 0.2,
      north + (north - south) * 0.3,
    ] as const;
    const [width, height] = [120, 80];
    const picture = await draw({
      version,
      layers: FIELDS,
      width: String(width),
      height: String(height),
      ...(version === '1.1.1' ? { crs: undefined, srs: crs } : { crs: crs.replace('OGC:CRS84', 'CRS:84') }),
      bbox: (isTurned ? [box[1], box[0], box[3], box[2]] : box).join(),
    });
    const pixels = ring.map(
      ([x, y]) => [((x - box[0]) / (box[2] - box[0])) * width, ((box[3] - y) / (box[3] - box[1])) * height] as const,
    );
    expect(wrongPixels(picture, pixels)).toEqual([]);
  });

  it('take the style that the metadata has for their file, else for the dataset, else the default', async () => {
    const middle = { layers: FIELDS };
    const first = await ask(middle);
    const etag = first.headers.get('etag')!;
    expect((await ask(middle, { 'if-none-match': etag })).status).toBe(304);
    await setStyle('', { polygon: { fill: '#00ff00', fillOpacity: 1 } });
    expect((await ask(middle, { 'if-none-match': etag })).status).toBe(304);
    expect((await draw(middle)).at(50, 50)).toEqual(RED);
    await service.call('DELETE', `${MAPS}/meta/style?path=${FIELDS}`);
    expect((await ask(middle, { 'if-none-match': etag })).status).toBe(200);
    expect((await draw(middle)).at(10, 10)).toEqual([0, 255, 0, 255]);
    const capabilities = async () =>
      (await service.call('GET', `${MAPS}/wms?service=WMS&request=GetCapabilities`)).text();
    const warning = 'The style in the metadata of the dataset is not valid';
    expect(await capabilities()).not.toContain(warning);
    await setStyle('', { polygon: { fill: 'red' } });
    expect((await draw(middle)).at(10, 10)).toEqual([194, 215, 255, 255]);
    expect(await capabilities()).toContain(warning);
    await service.call('DELETE', `${MAPS}/meta/style`);
    await setStyle(FIELDS, PLAIN);
  });
});

describe('layers', () => {
  it('lie on each other as they are listed', async () => {
    const both = { styles: ',', bbox: `${MIDDLE[0]},${MIDDLE[1]},${MIDDLE[0] + 0.0001},${MIDDLE[1] + 0.0001}` };
    expect((await draw({ ...both, layers: `${ORTHO},${FIELDS}` })).at(50, 50)).toEqual(RED);
    expect((await draw({ ...both, layers: `${FIELDS},${ORTHO}` })).at(50, 50)).toEqual(GREEN);
    expect((await draw({ ...both, layers: `${FIELDS},${ORTHO},${FIELDS}`, styles: 'default,,' })).at(50, 50)).toEqual(
      RED,
    );
  });

  it('show the background, or nothing, where none of them is', async () => {
    const nowhere = { bbox: '20,50,21,51' };
    expect((await draw(nowhere)).at(0, 0)).toEqual(WHITE);
    expect((await draw({ ...nowhere, bgcolor: '0x102030' })).at(99, 99)).toEqual([16, 32, 48, 255]);
    expect((await draw({ ...nowhere, transparent: 'true' })).at(50, 50)[3]).toBe(0);
    expect((await draw({ layers: FIELDS, ...nowhere, transparent: 'TRUE' })).at(50, 50)[3]).toBe(0);
    // Beyond what the CRS, or the world, has.
    const beyond = [
      { crs: 'EPSG:25832', bbox: '1e20,1e20,2e20,2e20' },
      { crs: 'EPSG:3857', bbox: '1e9,1e9,2e9,2e9' },
      { crs: 'EPSG:4326', bbox: '100,0,120,20' },
    ];
    for (const change of beyond)
      for (const layers of [ORTHO, FIELDS])
        expect([change.crs, layers, (await draw({ ...change, layers })).at(50, 50)]).toEqual([
          change.crs,
          layers,
          WHITE,
        ]);
  });

  it('are of any size and form', async () => {
    const wide = await draw({ width: '8', height: '5' });
    expect([wide.width, wide.height]).toEqual([8, 5]);
    const large = await draw({ layers: FIELDS, width: '4096', height: '3' });
    expect([large.width, large.height]).toEqual([4096, 3]);
    for (const format of ['image/jpeg', 'image/webp', 'image/png']) {
      const answer = await ask({ format, layers: `${ORTHO},${FIELDS}`, styles: '', bbox: '20,50,21,51' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, format]);
      const { format: found, width, hasAlpha } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([`image/${found}`, width, hasAlpha]).toEqual([format, 100, false]);
    }
  });

  it('have their background as JPEG too', async () => {
    for (const transparent of ['TRUE', 'FALSE']) {
      const answer = await ask({ format: 'image/jpeg', bgcolor: '0x102030', bbox: '20,50,21,51', transparent });
      const pixels = await sharp(Buffer.from(await answer.arrayBuffer()))
        .raw()
        .toBuffer();
      expect([...pixels.subarray(0, 3)]).toEqual([16, 32, 48]);
    }
  });

  it('are tiles where a picture is just one', async () => {
    const world = 2 * 20_037_508.342_789_244;
    const side = world / 2 ** 17;
    const { x, y } = tileOf(MIDDLE, 17);
    const [west, north] = [x * side - world / 2, world / 2 - y * side];
    const change = {
      crs: 'EPSG:3857',
      bbox: [west, north - side, west + side, north].join(),
      width: '256',
      height: '256',
    };
    const tile = await draw({ ...change, transparent: 'TRUE' });
    const map = await draw(change);
    const { column, row } = tilePixel(MIDDLE, 17);
    expect([tile.at(column, row), map.at(column, row)]).toEqual([GREEN, GREEN]);
    expect([tile.at(0, 255), map.at(0, 255)]).toEqual([[0, 0, 0, 0], WHITE]);
  });

  it('may be kept for five minutes, and are asked about by their ETag', async () => {
    const answer = await ask({});
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const etag = answer.headers.get('etag')!;
    expect((await ask({}, { 'if-none-match': etag })).status).toBe(304);
    expect((await ask({ styles: undefined, STYLES: 'default' }, { 'if-none-match': etag })).status).toBe(304);
    expect((await ask({ bgcolor: '0x000000' }, { 'if-none-match': etag })).status).toBe(200);
  });
});
