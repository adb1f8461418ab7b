import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  extentOf,
  gdal,
  readPixels,
  readSize,
  RGB,
  type RasterSample,
  utm,
  wave,
  writeSample,
} from '../../src/kinds/raster/testing/raster-samples.ts';
import { hasGdal, hasOwsLib, NO_GDAL, NO_OWSLIB, outputOf } from '../support/programs.ts';
import { ADMIN, form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/coverages';
const WCS = `${DATASET}/wcs`;
const sine = 0.1 * Math.sin(0.3);
const cosine = 0.1 * Math.cos(0.3);
const PALETTE = [
  [200, 0, 0, 255],
  [0, 200, 0, 255],
  [0, 0, 200, 255],
] as const;

/** A raster of each kind, under the names the tests ask for. */
const SAMPLES: Readonly<Record<string, RasterSample>> = {
  photo: { ...utm, colours: RGB, value: wave },
  gaps: {
    ...utm,
    type: 'Float32',
    nodata: -9999,
    value: (_, column, row) => (column > 200 && row > 100 ? -9999 : column * 0.5 + row),
  },
  bands: {
    ...utm,
    type: 'UInt16',
    colours: ['Gray', 'Undefined', 'Undefined', 'Undefined', 'Undefined'],
    value: (band, column, row) => 1000 * band + 40 * wave(band, column, row),
  },
  classes: {
    ...utm,
    colours: ['Palette'],
    palette: PALETTE,
    value: (_, column, row) => (Math.floor(column / 50) + Math.floor(row / 50)) % 3,
  },
  turned: { ...utm, geotransform: [500_000, cosine, sine, 5_000_000, sine, -cosine], colours: RGB, value: wave },
  degrees: { ...utm, crs: 4326, geotransform: [15, 1e-6, 0, 45, 0, -1e-6], value: wave },
};

let service: TestService;
let folder: string;
const source = (name: string): string => join(folder, `${name}.tif`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-wcs-'));
  service = await startService({ MaxExportSizeBytes: '5000000' });
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'coverages' } });
  for (const [name, sample] of Object.entries(SAMPLES)) {
    writeSample(source(name), sample);
    const body = form({ path: `rasters/${name}.tif`, file: await readFile(source(name)) });
    const { status } = await service.call('POST', `${DATASET}/obj`, { body });
    if (status !== 201) throw new Error(`${name} is not taken: ${status}`);
  }
  const listed = async () => (await ask('service=WCS&request=GetCapabilities')).text();
  await until(listed, (text) => text.match(/<wcs:CoverageId>/g)?.length === Object.keys(SAMPLES).length);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const ask = (query: string, options: Parameters<TestService['call']>[2] = {}) =>
  service.call('GET', `${WCS}?${query}`, options);

/** Asks for a coverage of version 2.0.1. @returns path of the answer */
async function coverage(name: string, query = ''): Promise<string> {
  const answer = await ask(`service=WCS&version=2.0.1&request=GetCoverage&coverageId=rasters/${name}.tif${query}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, bytes.subarray(0, 1000).toString()).toBe(200);
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  const path = join(folder, createHash('sha256').update(`${name}${query}`).digest('hex').slice(0, 16));
  await writeFile(path, bytes);
  return path;
}

describe('coverages in their own pixels', () => {
  it.each(Object.keys(SAMPLES))('%s has exactly its values', async (name) => {
    const answer = await coverage(name);
    expect(readPixels(answer)).toEqual(readPixels(source(name)));
    const [made, given] = [gdal.open(answer), gdal.open(source(name))];
    expect(made.geoTransform).toEqual(given.geoTransform);
    expect(made.bands.map((band) => band.colorInterpretation)).toEqual(
      given.bands.map((band) => band.colorInterpretation),
    );
    expect((made.getMetadata('IMAGE_STRUCTURE') as Record<string, unknown>)['LAYOUT']).toBe('COG');
    made.close();
    given.close();
  });

  it('a part has the pixels whose centres lie in it', async () => {
    const answer = await coverage('photo', '&subset=E(500001,500003)&subset=N(4999990,4999995)&rangesubset=b3');
    expect(readSize(answer)).toEqual({ width: 20, height: 50 });
    const [blue] = readPixels(answer).bands;
    const expected = Array.from({ length: 1000 }, (_, at) => wave(2, 10 + (at % 20), 50 + Math.floor(at / 20)));
    expect([...blue!]).toEqual(expected);
  });
});

describe('coverages on other grids, against gdalwarp', () => {
  it.each([
    ['photo', 'EPSG:3857', 'linear', 'bilinear'],
    ['photo', 'EPSG:4326', 'nearest-neighbor', 'near'],
    ['photo', 'EPSG:25833', 'cubic', 'cubic'],
    ['photo', 'EPSG:3413', 'linear', 'bilinear'],
    ['gaps', 'EPSG:3857', 'linear', 'bilinear'],
    ['bands', 'EPSG:3857', 'nearest-neighbor', 'near'],
    ['classes', 'EPSG:4326', 'nearest-neighbor', 'near'],
    ['turned', 'EPSG:25833', 'linear', 'bilinear'],
    ['turned', 'EPSG:3857', 'linear', 'bilinear'],
    ['degrees', 'EPSG:3857', 'linear', 'bilinear'],
  ])('%s in %s, %s', async (name, crs, interpolation, method) => {
    const uri = `http://www.opengis.net/def/crs/${crs.replace(':', '/0/')}`;
    const answer = await coverage(name, `&outputcrs=${uri}&interpolation=${interpolation}`);
    const reference = join(folder, 'reference.tif');
    const { width, height } = readSize(answer);
    const target = ['-t_srs', crs, '-te', ...extentOf(answer), '-ts', width, height, '-r', method, '-dstalpha'];
    const input = gdal.open(source(name));
    gdal.warp(reference, null, [input], ['-overwrite', ...target.map(String)]).close();
    input.close();
    const [made, expected] = [readPixels(answer), readPixels(reference)];
    const count = made.bands.length;
    const shown = expected.bands[count]!;
    let [sum, compared, edge] = [0, 0, 0];
    made.valid.forEach((valid, at) => {
      if (valid > 0 !== shown[at]! > 0) edge += 1;
      if (valid === 0 || shown[at] === 0) return;
      compared += 1;
      for (let band = 0; band < count; band += 1)
        sum += Math.abs(made.bands[band]![at]! - expected.bands[band]![at]!) / count;
    });
    expect(compared).toBeGreaterThan(10_000);
    expect(sum / compared).toBeLessThan(2);
    expect(edge / made.valid.length).toBeLessThan(0.002);
    expect(count).toBe(readPixels(source(name)).bands.length);
  });
});

describe('pictures', () => {
  it('keep bytes as they are, and are transparent where there is nothing', async () => {
    const photo = await sharp(await coverage('photo', '&format=image/png'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(photo.info).toMatchObject({ width: 300, height: 200, channels: 3 });
    expect([...photo.data.subarray(0, 3)]).toEqual([wave(0, 0, 0), wave(1, 0, 0), wave(2, 0, 0)]);
    const gaps = await sharp(await coverage('gaps', '&format=image/png'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { channels } = gaps.info;
    expect([gaps.data[channels - 1], gaps.data.at(-1)]).toEqual([255, 0]);
  });

  it('of classes have their colours, and of 16 bits their values', async () => {
    const classes = await sharp(await coverage('classes', '&format=image/png'))
      .removeAlpha()
      .raw()
      .toBuffer();
    expect([...classes.subarray(0, 3)]).toEqual([200, 0, 0]);
    const path = await coverage('bands', '&format=image/png&rangesubset=b2');
    expect(readPixels(path).bands[0]).toEqual(readPixels(source('bands')).bands[1]);
    expect((await sharp(await coverage('bands', '&format=image/jpeg')).metadata()).format).toBe('jpeg');
  });
});

describe('answers', () => {
  it('are kept by clients as long as the contract says, and not sent again', async () => {
    const query = 'service=WCS&version=2.0.1&request=GetCoverage&coverageId=rasters_photo.tif&scalesize=E(10),N(10)';
    const first = await ask(query);
    await first.arrayBuffer();
    expect(first.headers.get('cache-control')).toBe('private, max-age=300');
    const etag = first.headers.get('etag')!;
    expect((await ask(query, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const other = await ask(query.replace('E(10)', 'E(11)'), { headers: { 'if-none-match': etag } });
    await other.arrayBuffer();
    expect([other.status, other.headers.get('etag') === etag]).toEqual([200, false]);
  });

  it('of what nobody may read, or what is too large, are refused in the form of their version', async () => {
    const anonymous = async (version: string) => {
      const answer = await ask(`service=WCS&version=${version}&request=GetCapabilities`, { token: null });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Basic/) as string,
      ]);
      return answer.text();
    };
    expect(await anonymous('2.0.1')).toMatch(/xmlns:ows="http:\/\/www.opengis.net\/ows\/2.0"[^]*AuthenticationFailed/);
    expect(await anonymous('1.1.0')).toMatch(/xmlns:ows="http:\/\/www.opengis.net\/ows\/1.1"[^]*AuthenticationFailed/);
    expect(await anonymous('1.0.0')).toMatch(/ServiceExceptionReport version="1.2.0"[^]*AuthenticationFailed/);
    const large = await ask(
      'service=WCS&version=1.0.0&request=GetCoverage&coverage=rasters/photo.tif&crs=EPSG:32633&format=GeoTIFF&bbox=500000,4999980,500030,5000000&width=1000000&height=1000000',
    );
    expect([large.status, large.headers.get('content-type')]).toEqual([
      400,
      'application/vnd.ogc.se_xml; charset=utf-8',
    ]);
    expect(await large.text()).toMatch(/InvalidParameterValue[^]*at most 5000000/);
    expect((await ask('service=WCS&version=2.0.1&request=Explode')).status).toBe(501);
  });
});

describe('programs', () => {
  it.skipIf(!hasGdal).each(['2.0.1', '1.1.2', '1.1.1', '1.1.0', '1.0.0'])(
    `GDAL reads the values of the source by version %s${hasGdal ? '' : ` (skipped: ${NO_GDAL})`}`,
    async (version) => {
      const settings = { GDAL_HTTP_USERPWD: `${ADMIN.userName}:${ADMIN.password}`, HOME: folder };
      for (const name of ['photo', 'gaps', 'degrees']) {
        const id = version === '2.0.1' ? `rasters_${name}.tif` : `rasters/${name}.tif`;
        const address = `WCS:${service.url}${WCS}?version=${version}&coverage=${id}`;
        const copy = join(folder, `gdal-${version}-${name}.tif`);
        await outputOf('gdal_translate', ['-q', address, copy], settings);
        expect(readPixels(copy).bands).toEqual(readPixels(source(name)).bands);
        expect(extentOf(copy)).toEqual(extentOf(source(name)).map((edge) => expect.closeTo(edge, 6) as number));
      }
    },
  );

  // For 1.1 it knows the namespaces of drafts only, not those of the official schemas.
  it.skipIf(!hasOwsLib)(
    `OWSLib lists and fetches coverages${hasOwsLib ? '' : ` (skipped: ${NO_OWSLIB})`}`,
    async () => {
      const script = `
import json, sys
from owslib.wcs import WebCoverageService
from owslib.util import Authentication
seen = []
for version in ('2.0.1', '1.0.0'):
    auth = Authentication(username=sys.argv[2], password=sys.argv[3])
    wcs = WebCoverageService(sys.argv[1], version=version, auth=auth)
    names = sorted(wcs.contents)
    name = next(name for name in names if name.endswith('photo.tif'))
    if version == '2.0.1':
        answer = wcs.getCoverage(identifier=[name], format='image/tiff', subsets=[('E', 500001, 500003), ('N', 4999990, 4999995)])
    else:
        answer = wcs.getCoverage(identifier=name, format='GeoTIFF', crs='EPSG:32633', bbox=(500001, 4999990, 500003, 4999995), width=20, height=50)
    content = answer.read()
    seen.append([version, len(names), content[:2].decode(), b'II*' in content])
print(json.dumps(seen))
`;
      const { userName, password } = ADMIN;
      const printed = await outputOf('/usr/bin/python3', ['-c', script, service.url + WCS, userName, password]);
      const count = Object.keys(SAMPLES).length;
      expect(JSON.parse(printed)).toEqual([
        ['2.0.1', count, 'II', true],
        ['1.0.0', count, 'II', true],
      ]);
    },
  );
});
