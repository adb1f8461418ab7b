import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type Sharp from 'sharp';
import type { Metadata } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pointShapefile } from '../support/point-shapefile.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { createLink, createPerson } from '../support/people.ts';
import { startService, until, type TestService } from '../support/service.ts';

const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp;
const DATASET = '/orgs/admin/ds/pictures';
let service: TestService;
let programs: string;
const searchPath = process.env['PATH'];

const UTM_33N =
  'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",15],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]';

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Stand-ins for the optional programs: each writes the same picture where the real one would. */
async function installPrograms(): Promise<void> {
  programs = await mkdtemp(join(tmpdir(), 'alidade-programs-'));
  await writeFile(join(programs, 'page'), await flat(60, 90, 'white').png().toBuffer());
  await writeFile(join(programs, 'frame'), await flat(160, 90, 'blue').jpeg().toBuffer());
  const last = 'for last; do :; done';
  const scripts = {
    pdftoppm: `${last}; cp ${programs}/page "$last.png"`,
    ffmpeg: `${last}; cp ${programs}/frame "\${last#file:}"`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(programs, name), 0o755);
  }
  process.env['PATH'] = `${programs}${delimiter}${searchPath ?? ''}`;
}

beforeAll(async () => {
  await installPrograms();
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'pictures' } });
});
afterAll(async () => {
  process.env['PATH'] = searchPath;
  await service[Symbol.asyncDispose]();
  await rm(programs, { recursive: true, force: true });
});

async function upload(path: string, content: Buffer | string, dataset = DATASET): Promise<void> {
  const form = new FormData();
  form.set('path', path);
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), 'blob');
  expect((await service.call('POST', `${dataset}/obj`, { body: form })).status, path).toBe(201);
}
const thumb = (path: string, size = 64, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  service.call('GET', `${DATASET}/thumb?path=${encodeURIComponent(path)}&size=${size}`, { headers });
async function pictureOf(response: Response): Promise<Metadata & { readonly pixel: readonly number[] }> {
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const pixels = await sharp(bytes).raw().toBuffer();
  return { ...(await sharp(bytes).metadata()), pixel: [...pixels.subarray(0, 3)] };
}

it('photos are upright, and small ones are enlarged', async () => {
  const photo = await flat(300, 200, 'red').jpeg().withMetadata({ orientation: 6 }).toBuffer();
  await upload('photo.jpg', photo);
  expect(await pictureOf(await thumb('photo.jpg', 90))).toMatchObject({ format: 'webp', width: 60, height: 90 });
  expect(await pictureOf(await thumb('/photo.jpg', 600))).toMatchObject({ width: 400, height: 600 });
});

it('the format is the one the caller likes best', async () => {
  for (const [accept, format] of [
    ['*/*', 'webp'],
    ['image/avif,image/webp,image/*;q=0.8', 'webp'],
    ['image/png,image/*;q=0.8', 'png'],
    ['image/jpeg', 'jpeg'],
    ['text/html', 'webp'],
    ['image/webp;q=0,image/*', 'jpeg'],
    ['image/webp;q=x,;;,', 'webp'],
  ] as const) {
    const response = await thumb('photo.jpg', 40, { accept });
    expect(response.headers.get('content-type'), accept).toBe(`image/${format}`);
    expect(response.headers.get('vary')?.toLowerCase()).toMatch(/authorization.*accept/);
    expect((await pictureOf(response)).format).toBe(format);
  }
});

it('answers 304 to anyone who has it, in the same size and format only', async () => {
  const etag = (await thumb('photo.jpg', 50)).headers.get('etag')!;
  expect((await thumb('photo.jpg', 50, { 'if-none-match': etag })).status).toBe(304);
  expect((await thumb('photo.jpg', 51, { 'if-none-match': etag })).status).toBe(200);
  expect((await thumb('photo.jpg', 50, { 'if-none-match': etag, accept: 'image/png' })).status).toBe(200);
});

it('vector files are drawn, a shapefile with the files beside it', async () => {
  const square = [
    [10, 45],
    [11, 45],
    [11, 46],
    [10, 46],
    [10, 45],
  ];
  await upload('field.geojson', JSON.stringify({ type: 'Polygon', coordinates: [square] }));
  const drawn = await pictureOf(await thumb('field.geojson', 100));
  // A degree of longitude is shorter than one of latitude there.
  expect([drawn.height, (drawn.width ?? 0) > 65 && (drawn.width ?? 0) < 85, drawn.hasAlpha]).toEqual([100, true, true]);
  const { shp, shx, dbf } = pointShapefile([
    [1, 1],
    [3, 2],
  ]);
  for (const [name, bytes] of [
    ['a.shp', shp],
    ['a.shx', shx],
    ['a.dbf', dbf],
  ] as const)
    await upload(name, bytes);
  const before = (await thumb('a.shp')).headers.get('etag');
  await upload('a.prj', UTM_33N);
  const after = await thumb('a.shp', 64, { accept: 'image/jpeg' });
  expect((await pictureOf(after)).pixel).toEqual([255, 255, 255]);
  expect(after.headers.get('etag')).not.toBe(before?.replace('webp', 'jpeg'));
});

it('F8: a single feature that crosses the picture for ever is drawn in seconds, in any size', async () => {
  const zigzag = Array.from({ length: 40_000 }, (_, index) => [index % 2, 45 + (index % 3) / 2]);
  for (const type of ['LineString', 'Polygon']) {
    const coordinates = type === 'Polygon' ? [[...zigzag, zigzag[0]]] : zigzag;
    await upload(`${type}.geojson`, JSON.stringify({ type, coordinates }));
    expect(await pictureOf(await thumb(`${type}.geojson`, 2000))).toMatchObject({ height: 2000 });
  }
});

it('videos and documents are drawn by programs', async () => {
  await upload('film.mp4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1'));
  expect(await pictureOf(await thumb('film.mp4', 80))).toMatchObject({ width: 80, height: 45 });
  await upload('report.PDF', '%PDF-1.7\n');
  expect(await pictureOf(await thumb('report.PDF', 90))).toMatchObject({ width: 60, height: 90 });
});

it('features tell of which kinds there are thumbnails', async () => {
  const features = await service.call('GET', '/sys/features', { token: null });
  const { thumbnails } = (await features.json()) as { thumbnails: string[] };
  expect(thumbnails.toSorted()).toEqual([
    'document',
    'mesh',
    'photo',
    'pointcloud',
    'raster',
    'splat',
    'vector',
    'video',
  ]);
});

it('the dataset has the picture of a file at its root, else of a raster, photo or vector file', async () => {
  const dataset = '/orgs/admin/ds/covers';
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'covers' } });
  const put = (path: string, file: Buffer | string) => upload(path, file, dataset);
  const cover = (token?: string | null): Promise<Response> =>
    service.call('GET', `${dataset}/thumb?size=20`, token === undefined ? {} : { token });
  const isTold = async (): Promise<boolean[]> => {
    const list = (await (await service.call('GET', '/orgs/admin/ds')).json()) as {
      slug: string;
      hasThumbnail: boolean;
    }[];
    const alone = (await (await service.call('GET', `${dataset}/ex`)).json()) as { hasThumbnail: boolean };
    return [list.find(({ slug }) => slug === 'covers')!.hasThumbnail, alone.hasThumbnail];
  };
  await put('notes.md', '# words');
  await put('film.mp4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1'));
  const none = await cover();
  expect([none.status, ((await none.json()) as { error: string }).error]).toEqual([
    404,
    expect.stringContaining('thumbnail.webp'),
  ]);
  expect(await isTold()).toEqual([false, false]);

  const line = {
    type: 'LineString',
    coordinates: [
      [10, 45],
      [11, 46],
    ],
  };
  await put('b/line.geojson', JSON.stringify(line));
  expect(await pictureOf(await cover())).toMatchObject({ height: 20 });
  expect(await isTold()).toEqual([true, true]);
  // One that cannot be drawn is passed over.
  await put('a broken one.jpg', (await flat(40, 20, 'red').jpeg().toBuffer()).subarray(0, 60));
  await put('b/photo.jpg', await flat(40, 20, 'red').jpeg().toBuffer());
  const photo = await cover();
  const etag = photo.headers.get('etag')!;
  expect(await pictureOf(photo)).toMatchObject({ width: 20, height: 10 });
  expect((await service.call('GET', `${dataset}/thumb?size=20`, { headers: { 'if-none-match': etag } })).status).toBe(
    304,
  );
  await put('b/ortho.tif', quadrantOrthophoto(64));
  await until(
    () => service.call('GET', `${dataset}/thumb?path=b/ortho.tif&size=20`),
    ({ status }) => status === 200,
  );
  expect(await pictureOf(await cover())).toMatchObject({ height: 20 });
  await put('cover.jpg', await flat(20, 40, 'green').jpeg().toBuffer());
  expect(await pictureOf(await cover())).toMatchObject({ width: 10, height: 20 });

  // A caller who may not read the dataset sees neither it nor its cover; a link to a folder shows only what is in that.
  expect((await cover(null)).status).toBe(401);
  const stranger = await createPerson(service, 'stranger');
  await service.call('PUT', '/orgs/admin', { json: { slug: 'admin', name: 'admin', isPublic: true } });
  expect((await cover(stranger.token)).status).not.toBe(200);
  for (const token of [null, stranger.token]) {
    const list = await service.call('GET', '/orgs/admin/ds', { token });
    expect([list.status, await list.json()]).toEqual([200, []]);
  }
  const link = await createLink(service, 'admin/covers', { path: 'b' });
  const byLink = (path: string): Promise<Response> =>
    service.call('GET', `${dataset}/thumb?size=20&token=${link.token}${path}`, { token: null });
  expect([(await byLink('&path=b/photo.jpg')).status, (await byLink('')).status]).toEqual([200, 403]);
});

/** A ridge of 64 by 64 heights. */
function elevationModel(): string {
  const height = (column: number, row: number): string => (400.5 + 40 * Math.sin(column / 9) + row / 2).toFixed(2);
  const rows = Array.from({ length: 64 }, (_, row) =>
    Array.from({ length: 64 }, (_, column) => height(column, row)).join(' '),
  );
  return `ncols 64\nnrows 64\nxllcorner 500000\nyllcorner 5150000\ncellsize 5\n${rows.join('\n')}\n`;
}

/** How far from grey the most colourful pixel is, and how many colours there are. */
async function coloursOf(response: Response): Promise<{ readonly chroma: number; readonly colours: number }> {
  expect(response.status).toBe(200);
  const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: data.length / 3 }, (_, at) => [...data.subarray(3 * at, 3 * at + 3)]);
  const chroma = Math.max(...pixels.map((pixel) => Math.max(...pixel) - Math.min(...pixel)));
  return { chroma, colours: new Set(pixels.map(String)).size };
}

it('an orthophoto stands for its dataset before photos, and heights, as a relief in colours, after them', async () => {
  const dataset = '/orgs/admin/ds/ranked';
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'ranked' } });
  const put = (path: string, file: Buffer | string) => upload(path, file, dataset);
  const get = (path = ''): Promise<Response> =>
    service.call('GET', `${dataset}/thumb?size=64${path}`, { headers: { accept: 'image/png' } });
  const built = (path: string) =>
    until(
      () => get(`&path=${path}`),
      ({ status }) => status === 200,
    );
  await put('a dem.prj', UTM_33N);
  await put('a dem.asc', elevationModel());
  await built('a dem.asc');
  const relief = await coloursOf(await get());
  expect([relief.chroma > 60, relief.colours > 200]).toEqual([true, true]);

  await put('z photo.jpg', await flat(40, 20, 'red').jpeg().toBuffer());
  expect(await pictureOf(await get())).toMatchObject({ width: 64, height: 32 });
  await put('z ortho.tif', quadrantOrthophoto(64));
  await built('z ortho.tif');
  const etag = (await get('&path=z ortho.tif')).headers.get('etag');
  expect((await get()).headers.get('etag')).toBe(etag);
});

it('what has none says why, and nothing is a fault of the service', async () => {
  await upload('notes.md', '# words');
  await upload('cut.jpg', (await flat(300, 300, 'red').jpeg().toBuffer()).subarray(0, 200));
  await upload('empty.geojson', '{"type":"FeatureCollection","features":[]}');
  await upload('folder/x.txt', 'x');
  for (const [path, reason] of [
    ['notes.md', /of this kind/],
    ['empty.geojson', /cannot be read as a picture/],
    ['folder', /Folders/],
    ['missing.jpg', /no entry|There is/],
  ] as const) {
    const response = await thumb(path);
    expect([response.status, ((await response.json()) as { error: string }).error], path).toEqual([
      404,
      expect.stringMatching(reason),
    ]);
  }
  // As much of it as there is, or nothing.
  expect([200, 404]).toContain((await thumb('cut.jpg')).status);
  for (const size of [15, 2049, 'x']) expect((await thumb('photo.jpg', size as number)).status).toBe(400);
  expect((await thumb('../photo.jpg')).status).toBe(400);
});

it('many asking at once get the same picture, drawn once and kept', async () => {
  const kept = async (): Promise<number> => {
    const names = await readdir(join(service.dataDir, 'thumbnails'), { recursive: true, withFileTypes: true });
    return names.filter((name) => name.isFile()).length;
  };
  const before = await kept();
  const answers = await Promise.all(Array.from({ length: 30 }, () => thumb('photo.jpg', 333)));
  const pictures = await Promise.all(
    answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('base64')),
  );
  expect(new Set(pictures).size).toBe(1);
  expect(await kept()).toBe(before + 1);
});
