import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
import { EntryType } from '../../inspection/entry-type.ts';
import { type Inspection, openInspection } from '../testing/inspection.ts';

/** The files written here are the test's own. */
const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

const GEOTRANSFORM = [500_000, 2, 0, 5_000_000, 0, -2];
const UTM = gdal.SpatialReference.fromEPSG(32633).toWKT();
const WORLD_FILE = '2.0\n0.0\n0.0\n-2.0\n500001.0\n4999999.0\n';
const GRID =
  'ncols 3\nnrows 2\nxllcorner 500000\nyllcorner 5000000\ncellsize 2\nNODATA_value -9999\n1 2 3\n4 -9999 6\n';

let inspection: Inspection;
let folder: string;
beforeAll(async () => {
  inspection = await openInspection();
  folder = await mkdtemp(join(tmpdir(), 'alidade-rasters-'));
});
afterAll(async () => {
  await inspection.close();
  await rm(folder, { recursive: true, force: true });
});

/** 64 x 48 pixels of three bands as GDAL writes them, with their place where the format has one. */
async function written(driver: string, name: string, options: readonly string[] = []): Promise<Buffer> {
  const path = join(folder, name);
  const source = gdal.open(`${path}.tif`, 'w', 'GTiff', 64, 48, 3, 'Byte');
  source.srs = gdal.SpatialReference.fromWKT(UTM);
  source.geoTransform = GEOTRANSFORM;
  source.bands.forEach((band, index) => {
    const values = Uint8Array.from({ length: 64 * 48 }, (_, at) => (at * (index + 1)) % 251);
    band.pixels.write(0, 0, 64, 48, values);
  });
  source.flush();
  gdal.drivers
    .get(driver)
    .createCopy(path, source, [...options])
    .close();
  source.close();
  return readFile(path);
}

const asGeoRaster = {
  type: EntryType.GeoRaster,
  properties: { width: 64, height: 48, geotransform: GEOTRANSFORM },
};

describe('a raster that tells its place itself', () => {
  it.each([
    ['JPEG 2000', 'JP2OpenJPEG', 'a.jp2', ['QUALITY=100', 'REVERSIBLE=YES']],
    ['ERDAS', 'HFA', 'a.img', []],
    ['ERDAS, with compressed pixels', 'HFA', 'b.img', ['COMPRESSED=YES']],
  ] as const)('%s is a GeoRaster, whatever its name', async (_, driver, name, options) => {
    const bytes = await written(driver, name, options);
    expect(await inspection.bytes(name, bytes)).toMatchObject(asGeoRaster);
    expect(await inspection.bytes('named.bin', bytes)).toMatchObject(asGeoRaster);
  });

  it('an ERDAS image has its pixels in a file beside it, and needs it', async () => {
    const image = await written('HFA', 'large.img', ['USE_SPILL=YES']);
    const pixels = await readFile(join(folder, 'large.ige'));
    expect(await inspection.bytes('large.img', image, { 'large.ige': pixels })).toMatchObject(asGeoRaster);
  });
});

describe('a picture with a world file', () => {
  it.each([
    ['PNG', 'a.png', 'a.pgw', 'a.prj'],
    ['PNG', 'a.png', 'a.wld', 'a.png.aux.xml'],
    ['PNG', 'a.PNG', 'a.PGW', 'a.PRJ'],
    ['JPEG', 'a.jpg', 'a.jgw', 'a.prj'],
    ['JPEG', 'a.jpeg', 'a.jpegw', 'a.jpeg.aux.xml'],
    ['JPEG', 'a.jpg', 'a.wld', 'a.prj'],
  ])('%s %s with %s and %s is a GeoRaster', async (driver, name, world, crs) => {
    const text = crs.endsWith('.xml') ? `<PAMDataset><SRS>${UTM.replaceAll('"', '&quot;')}</SRS></PAMDataset>` : UTM;
    const bytes = await written(driver, name);
    expect(await inspection.bytes(name, bytes, { [world]: WORLD_FILE, [crs]: text })).toMatchObject(asGeoRaster);
  });

  it('or with an .aux.xml that says all of it', async () => {
    const aux = `<PAMDataset><SRS>${UTM}</SRS><GeoTransform> ${GEOTRANSFORM.join(', ')}</GeoTransform></PAMDataset>`;
    expect(await inspection.bytes('c.png', await written('PNG', 'c.png'), { 'c.png.aux.xml': aux })).toMatchObject(
      asGeoRaster,
    );
  });

  it('but without a CRS stays a picture, with a word about it; without a world file it is just that', async () => {
    const bytes = await written('PNG', 'd.png');
    const bare = await inspection.bytes('d.png', bytes, { 'd.pgw': WORLD_FILE });
    expect(bare).toMatchObject({
      type: EntryType.Image,
      properties: { warning: 'This picture cannot be used as a map. It has no coordinate reference system.' },
    });
    const alone = await inspection.bytes('d.png', bytes, { 'd.prj': UTM });
    expect(alone.type).toBe(EntryType.Image);
    expect(alone.properties).not.toHaveProperty('warning');
  });

  it.each([
    ['nothing', ''],
    ['words', 'north\nsouth\n'],
    ['too few numbers', '1\n2\n3\n'],
    ['no area', '0\n0\n0\n0\n1\n2\n'],
    ['numbers without end', `${'9'.repeat(400)}\n0\n0\n1\n1\n1`],
    ['far too much', ' '.repeat(100_000) + WORLD_FILE],
  ])('and with a world file of %s as well', async (_, text) => {
    const facts = await inspection.bytes('e.png', await written('PNG', 'e.png'), { 'e.pgw': text, 'e.prj': UTM });
    expect(facts.type).toBe(EntryType.Image);
  });

  it('names no other file to be read: neither in .prj nor in .aux.xml', async () => {
    const bytes = await written('PNG', 'f.png');
    const pointing = `<PAMDataset><SRS>/etc/hostname</SRS><Metadata domain="OVERVIEWS"><MDI key="OVERVIEW_FILE">/etc/hostname</MDI></Metadata></PAMDataset>`;
    for (const [name, text] of [
      ['f.png.aux.xml', pointing],
      ['f.prj', '/etc/hostname'],
      ['f.prj', 'https://example.org/crs'],
      ['f.prj', '+init=/etc/hostname'],
    ] as const) {
      const facts = await inspection.bytes('f.png', bytes, { 'f.pgw': WORLD_FILE, [name]: text });
      expect(facts.type, text).toBe(EntryType.Image);
    }
  });
});

describe('an ASCII grid', () => {
  it('is a GeoRaster with its .prj, also in capitals and by another name', async () => {
    const facts = await inspection.bytes('g.asc', GRID, { 'g.prj': UTM });
    expect(facts).toMatchObject({
      type: EntryType.GeoRaster,
      properties: { width: 3, height: 2, geotransform: [500_000, 2, 0, 5_000_004, 0, -2], nodata: [-9999] },
    });
    expect((await inspection.bytes('g.asc', GRID.toUpperCase(), { 'g.prj': UTM })).type).toBe(EntryType.GeoRaster);
  });

  it('without it is no map, and says why', async () => {
    const facts = await inspection.bytes('g.asc', GRID);
    expect(facts.properties).toMatchObject({
      width: 3,
      warning: expect.stringMatching(/no coordinate reference/) as string,
    });
    expect(facts.pointGeometry).toBeNull();
  });
});

describe('a hostile raster', () => {
  it.each([
    ['a grid of declared billions', 'h.asc', GRID.replace('ncols 3', 'ncols 2000000000')],
    ['a grid of more rows than there are numbers', 'h.asc', GRID.replace('nrows 2', 'nrows 2000000000')],
    ['a grid of nothing', 'h.asc', 'ncols 0\nnrows 0\n'],
    ['a JPEG 2000 that only begins', 'h.jp2', Buffer.from('\0\0\0\x0cjP  \r\n\x87\n', 'latin1')],
    ['an ERDAS image that only begins', 'h.img', Buffer.from('EHFA_HEADER_TAG\0'.padEnd(200, '\xff'), 'latin1')],
  ])('%s is kept with a word about it', async (_, name, bytes) => {
    const facts = await inspection.bytes(name, bytes, { 'h.prj': UTM });
    expect(facts.type).not.toBe(EntryType.GeoRaster);
    expect(facts.properties).toHaveProperty('warning');
  });

  it.each([
    ['JP2OpenJPEG', 'i.jp2'],
    ['HFA', 'i.img'],
    ['PNG', 'i.png'],
    ['JPEG', 'i.jpg'],
  ])('%s cut off anywhere does no harm', async (driver, name) => {
    const whole = await written(driver, name);
    for (const share of [0.05, 0.2, 0.5, 0.9]) {
      const cut = whole.subarray(0, Math.ceil(whole.length * share));
      const facts = await inspection.bytes(name, cut, { 'i.wld': WORLD_FILE, 'i.prj': UTM });
      expect(Object.values(EntryType)).toContain(facts.type);
    }
  });

  it('an ERDAS image whose pixels lie elsewhere is refused', async () => {
    const image = await written('HFA', 'thiefs.img', ['USE_SPILL=YES']);
    // The same length, so that the rest of the file stays where it is.
    const elsewhere = Buffer.from(image.toString('latin1').replaceAll('thiefs.ige', '../../../a'), 'latin1');
    expect(elsewhere.equals(image)).toBe(false);
    const facts = await inspection.bytes('thiefs.img', elsewhere);
    expect(facts).toMatchObject({
      type: EntryType.Generic,
      properties: { warning: expect.stringMatching(/names other files/) as string },
    });
  });
});

it.skipIf(!hasSharedData)('a real picture with its world file and no CRS stays a picture', async () => {
  const facts = await inspection.file(join(SHARED_DATA, 'raster_special/ortho_worldfile.png'));
  expect(facts).toMatchObject({
    type: EntryType.Image,
    properties: { warning: expect.stringMatching(/no coordinate reference system/) as string },
  });
});

describe('a mask beside a GeoTIFF', () => {
  it('is no picture by itself', async () => {
    const { type, properties } = await inspection.bytes('a.tif.msk', await written('GTiff', 'mask-alone.tif'));
    expect([type, properties]).toEqual([EntryType.Generic, {}]);
  });

  it('changes no facts, and one that cannot be used is told of', async () => {
    const tiff = await written('GTiff', 'masked.tif');
    const alone = await inspection.bytes('a.tif', tiff);
    const [mask, small] = [await written('GTiff', 'mask.tif', ['PHOTOMETRIC=RGB']), Buffer.from('no mask')];
    for (const beside of [mask, small]) {
      const { properties, ...facts } = await inspection.bytes('a.tif', tiff, { 'a.tif.msk': beside });
      expect(properties).toEqual({
        ...alone.properties,
        warning: expect.stringMatching(/^Its mask \(\.msk\) is not used\. /),
      });
      expect({ ...facts, properties: alone.properties }).toEqual(alone);
    }
  });

  it('is none of the files beside one that has the name of a picture', async () => {
    const tiff = await written('GTiff', 'named.tif');
    const alone = await inspection.bytes('a.png', tiff);
    const worldFile = Buffer.from('1\n0\n0\n-1\n0\n0\n');
    expect(await inspection.bytes('a.png', tiff, { 'a.pgw': worldFile })).toEqual(alone);
  });
});
