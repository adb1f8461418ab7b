import { afterAll, describe, expect, it } from 'vitest';
import { OgcError } from '../ogc-error.ts';
import { openWcs, PHOTO, POINTS, TURNED, WORLD } from './testing/calls.ts';

const wcs = openWcs([PHOTO, TURNED, WORLD, POINTS]);
afterAll(() => wcs.close());

const get = async (query: string) => (await wcs.ask(`service=WCS&request=GetCoverage&${query}`)).order;
const PHOTO_2 = 'version=2.0.1&coverageId=may_ortho___co.tif';
const cut = (column: number, row: number, width: number, height: number, size = [width, height]) => ({
  kind: 'cut',
  window: { column, row, width, height },
  width: size[0],
  height: size[1],
});
const near = (values: readonly number[], digits = 6) => values.map((value) => expect.closeTo(value, digits) as number);

describe('GetCoverage 2.0.1', () => {
  it.each([
    ['', cut(0, 0, 1000, 1000)],
    ['&subset=', cut(0, 0, 1000, 1000)],
    // Outer edges of pixels, centres of pixels, and what lies between mean the same pixels.
    ['&subset=E(680010,680020)&subset=N(4919950,4919960)', cut(10, 40, 10, 10)],
    ['&subset=E(680010.5,680019.5)&subset=N(4919950.5,4919959.5)', cut(10, 40, 10, 10)],
    ['&subset=E(680010.2,680019.9)', cut(10, 0, 10, 1000)],
    ['&subset=n(*,4919960)&SUBSET=X(680990,*)', cut(990, 40, 10, 960)],
    ['&subset=Lat(4919950,4919960)&subset=long(680010,680020)', cut(10, 40, 10, 10)],
    ['&subset=E(680010)', cut(10, 0, 1, 1000)],
    ['&subset=E(680010.6,680011.3)', cut(10, 0, 1, 1000)],
    ['&subset=E(0,680010)', cut(0, 0, 10, 1000)],
    ['&scalefactor=0.25', cut(0, 0, 1000, 1000, [250, 250])],
    ['&scaleaxes=E(2),N(0.5)', cut(0, 0, 1000, 1000, [2000, 500])],
    ['&scalesize=E(30)', cut(0, 0, 1000, 1000, [30, 1000])],
    ['&scaleextent=N(0:9),E(10:29)', cut(0, 0, 1000, 1000, [20, 10])],
    ['&subset=E(680010,680020)&outputcrs=EPSG:32632', cut(10, 0, 10, 1000)],
  ])('%s', async (query, extract) => expect((await get(PHOTO_2 + query))?.extract).toEqual(extract));

  it('takes bounds in another CRS, and gives its answer in one', async () => {
    const inDegrees = '&subsettingcrs=http://www.opengis.net/def/crs/EPSG/0/4326&subset=Lat(44.40,44.41)';
    const own = (await get(`${PHOTO_2}${inDegrees}`))?.extract;
    expect(own).toMatchObject({ kind: 'cut', window: { column: 0, width: 1000 } });
    const { extract } = (await get(`${PHOTO_2}&outputcrs=EPSG:3857&subset=E(680000,680100)`))!;
    expect(extract).toMatchObject({ kind: 'warp', crs: 'EPSG:3857' });
    expect(extract.width).toBeLessThan(extract.height / 5);
    const box = '&subsettingcrs=EPSG:3857&outputcrs=EPSG:3857&subset=X(1254200,1254300)&subset=Y(5528500,5528600)';
    expect((await get(PHOTO_2 + box))?.extract).toMatchObject({ box: [1_254_200, 5_528_500, 1_254_300, 5_528_600] });
  });

  it('keeps the grid of a turned raster, and makes one for a raster of control points', async () => {
    const turned = await get('version=2.0.1&coverageId=turned.tif&subset=E(680400,680500)&subset=N(4919900,4920100)');
    expect(turned?.extract).toMatchObject({ kind: 'cut' });
    expect((await get('version=2.0.1&coverageId=points.tif'))?.extract).toEqual({
      kind: 'warp',
      crs: 'EPSG:4326',
      width: 1000,
      height: 1000,
      box: near([11.3, 44.4, 11.31, 44.41]),
    });
  });

  it.each([
    ['rangesubset=b2', [2]],
    ['rangesubset=b3,1', [3, 1]],
    ['rangesubset=b1:b3', [1, 2, 3]],
    ['', undefined],
  ])('%s gives bands', async (query, bands) => expect((await get(`${PHOTO_2}&${query}`))?.bands).toEqual(bands));

  it('interpolates as it is told, and chooses formats', async () => {
    const order = await get(
      `${PHOTO_2}&interpolation=http://www.opengis.net/def/interpolation/OGC/1/linear&format=image/png`,
    );
    expect(order).toMatchObject({ interpolation: 'linear', format: 'png' });
    expect(await get(PHOTO_2)).toMatchObject({ interpolation: 'nearest', format: 'tiff' });
  });
});

describe('GetCoverage 1.1', () => {
  const photo = 'version=1.1.2&identifier=may/ortho %26 co.tif&format=image/tiff';
  const grid = '&GridBaseCRS=urn:ogc:def:crs:EPSG::32632&GridOffsets=1,-1&GridOrigin=680000.5,4919999.5';

  it.each([
    ['680010.5,4919950.5,680019.5,4919959.5,urn:ogc:def:crs:EPSG::32632', cut(10, 40, 10, 10)],
    [`680010.5,4919950.5,680019.5,4919959.5,urn:ogc:def:crs:EPSG::32632${grid}`, cut(10, 40, 10, 10)],
    [`680010.5,4919959.5,680010.5,4919959.5,urn:ogc:def:crs:EPSG::32632${grid}`, cut(10, 40, 1, 1)],
  ])('%s', async (box, extract) => expect((await get(`${photo}&boundingbox=${box}`))?.extract).toEqual(extract));

  it('takes steps of any size, in the order of the CRS', async () => {
    const world =
      'version=1.1.0&identifier=world.tif&format=image/tiff&boundingbox=-5,-15,5,15,urn:ogc:def:crs:EPSG::4326';
    const asked = `${world}&GridBaseCRS=urn:ogc:def:crs:EPSG::4326&GridOrigin=5,-15&GridOffsets=-5,10`;
    expect((await get(asked))?.extract).toEqual({
      kind: 'warp',
      crs: 'EPSG:4326',
      width: 4,
      height: 3,
      box: near([-20, -7.5, 20, 7.5]),
    });
    const vectors = `${world}&GridBaseCRS=urn:ogc:def:crs:EPSG::4326&GridOrigin=5,-15&GridOffsets=0,10,-5,0`;
    expect((await get(vectors))?.extract).toEqual((await get(asked))?.extract);
  });

  it.each([
    ['contents', undefined, 'nearest'],
    ['contents:linear', undefined, 'linear'],
    ['contents:cubic[band[b3,b1]]', [3, 1], 'cubic'],
    ['b2', [2], 'nearest'],
  ])('RangeSubset %s', async (text, bands, interpolation) => {
    const box = 'boundingbox=680000,4919000,681000,4920000,urn:ogc:def:crs:EPSG::32632';
    expect(await get(`${photo}&${box}&RangeSubset=${text}`)).toMatchObject({ interpolation });
    expect((await get(`${photo}&${box}&RangeSubset=${text}`))?.bands).toEqual(bands);
  });
});

describe('GetCoverage 1.0.0', () => {
  const photo = 'version=1.0.0&coverage=may_ortho___co.tif&format=GeoTIFF&crs=EPSG:32632';

  it.each([
    ['bbox=680010,4919950,680020,4919960&width=10&height=10', cut(10, 40, 10, 10)],
    ['bbox=680010,4919950,680020,4919960&resx=1&resy=1', cut(10, 40, 10, 10)],
  ])('%s', async (query, extract) => expect((await get(`${photo}&${query}`))?.extract).toEqual(extract));

  it('has exactly the size that was asked for, in any CRS, and beyond the raster', async () => {
    const order = await get(`${photo}&bbox=679000,4919000,680500,4920000&width=10&height=7&band=2`);
    expect(order?.extract).toEqual({
      kind: 'warp',
      crs: 'EPSG:32632',
      width: 10,
      height: 7,
      box: near([679_000, 4_919_000, 680_500, 4_920_000]),
    });
    expect(order?.bands).toEqual([2]);
    const moved = await get(`${photo}&bbox=680000,4919000,681000,4920000&width=10&height=7&response_crs=EPSG:4326`);
    expect(moved?.extract).toMatchObject({ crs: 'EPSG:4326', width: 10, height: 7 });
  });

  it('is longitude first in EPSG:4326', async () => {
    const world = 'version=1.0.0&coverage=world.tif&format=GTiff&crs=EPSG:4326&bbox=10,0,30,10&width=20&height=10';
    expect((await get(world))?.extract).toEqual(cut(190, 80, 20, 10));
  });
});

const SOUND_11 = 'version=1.1.1&request=GetCoverage&identifier=world.tif&format=image/tiff';
const SOUND_10 = 'version=1.0.0&request=GetCoverage&coverage=world.tif&format=GTiff&crs=EPSG:4326';
const LONG = 'x'.repeat(5000);

type Wrong = readonly [query: string, code: string, locator: string | undefined];

describe('what is wrong', () => {
  it.each<Wrong>([
    ['version=2.0.1', 'MissingParameterValue', 'request'],
    ['request=Explode', 'OperationNotSupported', 'request'],
    ['request=constructor&version=2.0.1', 'OperationNotSupported', 'request'],
    ['request=__proto__&version=1.0.0', 'OperationNotSupported', 'request'],
    ['request=GetCoverage&coverageId=world.tif', 'MissingParameterValue', 'version'],
    ['request=GetCapabilities&version=0.9', 'VersionNegotiationFailed', undefined],
    ['request=GetCapabilities&acceptversions=7.0.0,junk', 'VersionNegotiationFailed', undefined],
    ['version=2.0.1&request=DescribeCoverage', 'MissingParameterValue', 'coverageId'],
    ['version=2.0.1&request=DescribeCoverage&coverageId=', 'emptyCoverageIdList', 'coverageId'],
    ['version=2.0.1&request=DescribeCoverage&coverageId=world.tif,none', 'NoSuchCoverage', 'coverageId'],
    ['version=2.0.1&request=GetCoverage&coverageIdd=world.tif', 'MissingParameterValue', 'coverageId'],
    [`version=2.0.1&request=GetCoverage&coverageId=${LONG}`, 'NoSuchCoverage', 'coverageId'],
    ...(
      [
        ['subset=E(1,2', 'InvalidAxisLabel'],
        ['subset=Q(1,2)', 'InvalidAxisLabel'],
        ['subset=toString(1,2)', 'InvalidAxisLabel'],
        ['subset=Lat(1,2)&subset=y(3,4)', 'InvalidAxisLabel'],
        ['subset=Lat((1,2))', 'InvalidAxisLabel'],
        ['subset=Lat(2,1)', 'InvalidSubsetting'],
        ['subset=Lat(NaN,1)', 'InvalidSubsetting'],
        ['subset=Lat(Infinity)', 'InvalidSubsetting'],
        ['subset=Lat(*)', 'InvalidSubsetting'],
        ['subset=Lat(1,2,3)', 'InvalidSubsetting'],
        ['subset=Lat(0x1,2)', 'InvalidSubsetting'],
        ['subset=Lat(91,92)', 'InvalidSubsetting'],
        ['subset=Lat(1e308,1.1e308)', 'InvalidSubsetting'],
        ['format=image/gif', 'InvalidParameterValue'],
        ['format=toString', 'InvalidParameterValue'],
        ['mediatype=text/plain', 'InvalidParameterValue'],
        ['rangesubset=b2', 'NoSuchField'],
        ['rangesubset=2', 'InvalidParameterValue'],
        ['rangesubset=0', 'InvalidParameterValue'],
        ['rangesubset=b1:b1:b1', 'IllegalFieldSequence'],
        [`rangesubset=${'b1,'.repeat(2000)}b1`, 'InvalidParameterValue'],
        ['scalefactor=0', 'InvalidScaleFactor'],
        ['scalefactor=-1', 'InvalidScaleFactor'],
        ['scalefactor=NaN', 'InvalidScaleFactor'],
        ['scalesize=Lat(0)', 'InvalidScaleFactor'],
        ['scalesize=Q(1)', 'ScaleAxisUndefined'],
        ['scaleaxes=Lat', 'ScaleAxisUndefined'],
        ['scaleextent=Lat(5:1)', 'InvalidExtent'],
        ['scalefactor=2&scalesize=Lat(1)', 'InvalidParameterValue'],
        ['interpolation=magic', 'InterpolationMethodNotSupported'],
        ['outputcrs=WKT', 'NotACrs'],
        ['outputcrs=EPSG:99999', 'OutputCrs-NotSupported'],
        ['subsettingcrs=EPSG:99999', 'SubsettingCrs-NotSupported'],
        ['subsettingcrs=/etc/passwd', 'NotACrs'],
      ] as const
    ).map(
      ([query, code]) => [`version=2.0.1&request=GetCoverage&coverageId=world.tif&${query}`, code, undefined] as const,
    ),
    ['version=1.1.1&request=DescribeCoverage', 'MissingParameterValue', 'identifiers'],
    ['version=1.1.1&request=DescribeCoverage&identifiers=none', 'InvalidParameterValue', 'identifiers'],
    [SOUND_11, 'MissingParameterValue', 'BoundingBox'],
    [`${SOUND_11}&boundingbox=1,2,3`, 'InvalidParameterValue', 'BoundingBox'],
    [`${SOUND_11}&boundingbox=3,3,1,1`, 'InvalidParameterValue', 'BoundingBox'],
    [`${SOUND_11}&boundingbox=1,1,3,3,nowhere`, 'InvalidParameterValue', 'BoundingBox'],
    [`${SOUND_11}&boundingbox=1,1,3,3&store=true`, 'InvalidParameterValue', 'store'],
    [`${SOUND_11}&boundingbox=1,1,3,3&GridOffsets=0,1`, 'InvalidParameterValue', 'GridOffsets'],
    [`${SOUND_11}&boundingbox=1,1,3,3&GridOffsets=1,1,1,1`, 'InvalidParameterValue', 'GridOffsets'],
    [`${SOUND_11}&boundingbox=1,1,3,3&GridOrigin=1`, 'InvalidParameterValue', 'GridOrigin'],
    [`${SOUND_11}&boundingbox=1,1,3,3&RangeSubset=other`, 'InvalidParameterValue', 'RangeSubset'],
    ['version=1.0.0&request=DescribeCoverage&coverage=none', 'CoverageNotDefined', 'coverage'],
    ['version=1.0.0&request=GetCapabilities&section=/nothing', 'InvalidParameterValue', 'section'],
    [SOUND_10, 'MissingParameterValue', 'bbox'],
    [`${SOUND_10}&bbox=1,1,2,2`, 'MissingParameterValue', 'width'],
    [`${SOUND_10}&bbox=2,2,1,1&width=1&height=1`, 'InvalidParameterValue', 'bbox'],
    [`${SOUND_10}&bbox=1,1,2,2&width=0&height=1`, 'InvalidParameterValue', 'width'],
    [`${SOUND_10}&bbox=1,1,2,2&resx=-1&resy=1`, 'InvalidParameterValue', 'resx'],
    [`${SOUND_10}&bbox=1,1,2,2&width=1&height=1&bands=2`, 'InvalidParameterValue', 'bands'],
    [`${SOUND_10.replace('GTiff', 'GIF')}&bbox=1,1,2,2&width=1&height=1`, 'InvalidFormat', 'format'],
  ])('%s', async (query, code, locator) => {
    const error: unknown = await wcs.ask(`service=WCS&${query}`).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(OgcError);
    expect(error).toMatchObject({ ogcCode: code, ...(locator === undefined ? {} : { locator }) });
  });

  it('is told where no service is named, or another one', async () => {
    await expect(wcs.ask('request=GetCapabilities')).rejects.toMatchObject({ ogcCode: 'MissingParameterValue' });
    await expect(wcs.ask('service=WMS&request=GetCapabilities')).rejects.toMatchObject({ locator: 'service' });
  });
});

it('describes a thousand coverages at once, and not all of a larger dataset', async () => {
  const layers = Array.from({ length: 1001 }, (_, at) => ({ ...WORLD, name: `${at}.tif`, safeName: `_${at}.tif` }));
  const many = openWcs(layers);
  try {
    const all = 'service=WCS&version=1.0.0&request=DescribeCoverage';
    await expect(many.ask(all)).rejects.toMatchObject({ ogcCode: 'InvalidParameterValue', locator: 'coverage' });
  } finally {
    await many.close();
  }
});
