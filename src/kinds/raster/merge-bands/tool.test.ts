import { photoFacts } from '../../photo/index.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { gdal, readPixels, type RasterSample, utm, wave, writeSample } from '../testing/raster-samples.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { mergeMultispectral } from './tool.ts';
import { sharedPart } from './optical-shift.ts';

if (!hasSharedData) console.log('Skipped: merging real bands. There is no ../shared/data beside the repository.');

let bench: ToolBench;
let folder: string;
let count = 0;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-merge-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await bench[Symbol.asyncDispose]();
});

const file = (): string => join(folder, `${(count += 1)}.tif`);

function sample(parts: Partial<RasterSample> = {}): string {
  const path = file();
  writeSample(path, { ...utm, value: wave, ...parts });
  return path;
}

async function merged(files: Readonly<Record<string, string>>, more: object = {}) {
  const paths = Object.keys(files).filter((path) => !path.startsWith('old'));
  const run = await bench.run(mergeMultispectral, { paths, outputPath: 'out/merged.tif', ...more }, files);
  const [[path, bytes] = []] = [...run.written];
  const made = file();
  await writeFile(made, bytes!);
  return { ...run, path, made, names: gdal.open(made).bands.map(({ description }) => description) };
}

it.skipIf(!hasSharedData)(
  'bands of a real camera, taken apart and put together again, are what they were',
  async () => {
    const source = join(SHARED_DATA, 'multispectral/rededge_5band.tif');
    const opened = gdal.open(source);
    const apart = Array.from({ length: 5 }, (_, at) => {
      const path = file();
      gdal.translate(path, opened, ['-b', String(at + 1)]).close();
      return [`plot_${at + 1}.tif`, path] as const;
    });
    const { made, path, names, end, phases } = await merged(Object.fromEntries(apart));
    expect(path).toBe('out/merged.tif');
    expect(readPixels(made)).toEqual(readPixels(source));
    const [one, other] = [gdal.open(made), opened];
    expect(one.geoTransform).toEqual(other.geoTransform);
    expect(one.srs?.isSame(other.srs!)).toBe(true);
    expect(one.bands.map((band) => band.noDataValue)).toEqual([-10_000, -10_000, -10_000, -10_000, -10_000]);
    expect(one.bands.get(1).blockSize).toEqual({ x: 256, y: 256 });
    expect(names).toEqual(['Red', 'Green', 'Blue', 'RedEdge', 'NIR']);
    expect(end.facts).toMatchObject({ width: 161, height: 177, bands: names });
    expect(phases).toEqual(['reading', 'merging']);
  },
);

/** A grey JPEG whose first comment is a view of another file, as large as that; with what the JPEG shows everywhere. */
function pictureWithView(other: string) {
  const [grey, path] = [file(), `${file()}.jpg`];
  const { width, height } = readPixels(other);
  writeSample(grey, { ...utm, type: 'Byte', width, height, value: () => 100 });
  gdal.translate(path, gdal.open(grey), ['-of', 'JPEG']).close();
  const view =
    `<VRTDataset rasterXSize="${width}" rasterYSize="${height}"><VRTRasterBand dataType="Byte" band="1"><SimpleSource>` +
    `<SourceFilename relativeToVRT="0">${other}</SourceFilename><SourceBand>1</SourceBand>` +
    '</SimpleSource></VRTRasterBand></VRTDataset>';
  const comment = Buffer.alloc(0x310 + 2);
  // A length without a zero byte, which would end what is looked at.
  comment.writeUInt32BE(0xff_fe_03_10, 0);
  comment.write(view, 4, 'latin1');
  const plain = readFileSync(path);
  writeFileSync(path, Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]));
  return { path, hidden: 100 };
}

/** A band of a camera without a place on the ground; its lens shows the scene `dx` and `dy` pixels further. */
function shot(
  dx: number,
  dy: number,
  fields = `RelativeOpticalCenterX="${dx}" drone-dji:RelativeOpticalCenterY="${dy}"`,
): string {
  const path = file();
  const dataset = gdal.open(path, 'w', 'GTiff', 120, 80, 1, 'UInt16');
  const values = Uint16Array.from({ length: 120 * 80 }, (_, at) => {
    const [x, y] = [(at % 120) - Math.round(dx), Math.floor(at / 120) - Math.round(dy)];
    return 1000 + 7 * x + 31 * y;
  });
  dataset.bands.get(1).pixels.write(0, 0, 120, 80, values);
  const position =
    'drone-dji:GpsLatitude="-33.50000000" drone-dji:GpsLongitude="18.25000000" drone-dji:RelativeAltitude="+60.10"';
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" ${position} drone-dji:${fields}/></rdf:RDF>`;
  dataset.setMetadata([`<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`], 'xml:XMP');
  dataset.close();
  return path;
}

describe('a camera with a lens for every band', () => {
  it('its bands lie over each other, cut to what all of them show, at the place of the shot', async () => {
    const files = {
      'DJI_1_MS_G.TIF': shot(0, 0),
      'DJI_1_MS_RE.TIF': shot(7.3, -2.6),
      'DJI_1_MS_NIR.TIF': shot(-4, 0.3),
    };
    const { made, names, end } = await merged(files);
    const { width, height, bands } = readPixels(made);
    expect([width, height]).toEqual([120 - 7 - 4, 80 - 3]);
    expect(bands[1]).toEqual(bands[0]);
    expect(bands[2]).toEqual(bands[0]);
    expect(bands[0]![0]).toBe(1000 + 7 * 4 + 31 * 3);
    expect(names).toEqual(['Green', 'RedEdge', 'NIR']);
    expect(end.facts).toMatchObject({
      shifts: [
        { dx: 0, dy: 0 },
        { dx: 7, dy: -3 },
        { dx: -4, dy: 0 },
      ],
    });
    const { xmp } = await bench.engine.call(photoFacts, { path: made });
    expect(xmp?.get('drone-dji:GpsLatitude')).toBe('-33.50000000');
    expect(xmp?.get('exif:GPSLongitude')).toBe('18,15.000000E');
    expect(xmp?.get('drone-dji:RelativeAltitude')).toBe('+60.10');
  });

  it.each([
    [
      'further than a tenth of a side',
      shot.bind(null, 0, 0, 'RelativeOpticalCenterX="40" drone-dji:RelativeOpticalCenterY="0"'),
    ],
    ['no numbers', shot.bind(null, 0, 0, 'RelativeOpticalCenterX="x" drone-dji:RelativeOpticalCenterY="1"')],
    ['nothing', shot.bind(null, 0, 0, 'Nothing="1"')],
  ])('optical centres that say %s are not followed', async (_, other) => {
    const { made } = await merged({ 'a_R.tif': shot(0, 0), 'a_G.tif': other() });
    expect(readPixels(made)).toMatchObject({ width: 120, height: 80 });
  });

  it('a picture that holds a view of another file in a comment stays that picture', async () => {
    const secret = sample({ value: () => 9 });
    const { path, hidden } = pictureWithView(secret);
    expect(readPixels(secret).bands[0]![0]).toBe(9);
    const { made } = await merged({ 'a.jpg': path, 'b.jpg': path });
    const [one, other] = readPixels(made).bands;
    expect([one![0], other![0]]).toEqual([hidden, hidden]);
  });

  it('what is shared lies within every band, and nothing more could', () => {
    const shift = fc.record({ dx: fc.integer({ min: -9, max: 9 }), dy: fc.integer({ min: -9, max: 9 }) });
    fc.assert(
      fc.property(fc.array(shift, { minLength: 1, maxLength: 6 }), (others) => {
        const shifts = [{ dx: 0, dy: 0 }, ...others];
        const { column, row, width, height } = sharedPart(shifts, 100, 90);
        const lefts = shifts.map(({ dx }) => column + dx);
        const tops = shifts.map(({ dy }) => row + dy);
        expect([Math.min(...lefts), Math.max(...lefts) + width]).toEqual([0, 100]);
        expect([Math.min(...tops), Math.max(...tops) + height]).toEqual([0, 90]);
      }),
    );
  });
});

it('masks and places are kept, and what is there is replaced where that is asked for', async () => {
  const files = { 'a.tif': sample({ mask: (x) => x > 9 }), 'b.tif': sample(), 'out/merged.tif': sample() };
  const run = (more: object) =>
    bench.run(mergeMultispectral, { paths: ['a.tif', 'b.tif'], outputPath: 'out/merged.tif', ...more }, files);
  await expect(run({})).rejects.toMatchObject({ code: 'conflict' });
  const { written } = await run({ replace: true });
  const made = file();
  await writeFile(made, written.get('out/merged.tif')!);
  expect(readPixels(made).valid.filter((shows) => shows === 0)).toHaveLength(10 * utm.height);
  expect(gdal.open(made).geoTransform).toEqual(utm.geotransform);
});

it('each band keeps its scale, offset and unit', async () => {
  const measures = [
    { scale: 0.01, offset: -273.15, unitType: 'degC' },
    { scale: 1 / 32_768, offset: 0, unitType: '' },
  ];
  const [thermal, red] = measures.map((measure) => {
    const path = sample({ type: 'UInt16' });
    const dataset = gdal.open(path, 'r+');
    Object.assign(dataset.bands.get(1), measure);
    dataset.close();
    return path;
  });
  const { made } = await merged({ 'thermal.tif': thermal!, 'red.tif': red! });
  const kept = gdal.open(made).bands.map(({ scale, offset, unitType }) => ({ scale, offset, unitType }));
  expect(kept).toEqual(measures);
});

describe('what is refused', () => {
  const [x, pixel] = [500_000, 0.1];
  it.each<[string, () => string, RegExp]>([
    ['two bands', () => sample({ colours: ['Gray', 'Undefined'] }), /has 2 bands/],
    ['another type', () => sample({ type: 'UInt16' }), /different types of numbers: Byte and UInt16/],
    ['another size', () => sample({ width: 299 }), /different sizes: 300 x 200 and 299 x 200/],
    ['another CRS', () => sample({ crs: 32634 }), /different coordinate reference systems/],
    ['a rotated one', () => sample({ geotransform: [x, 0.1, 0.01, 5e6, 0.01, -0.1] }), /is rotated/],
    ['larger pixels', () => sample({ geotransform: [x, 0.106, 0, 5e6, 0, -0.106] }), /differ in size by 6.0 %/],
    ['another origin', () => sample({ geotransform: [x + 1.5 * pixel, pixel, 0, 5e6, 0, -pixel] }), /begin 1.5 pixels/],
    ['one without a place', () => shot(0, 0), /different types|only one has a place/],
    ['complex numbers', () => sample({ type: 'CFloat32' }), /complex numbers/],
  ])('%s', async (_, other, words) => {
    await expect(merged({ 'a.tif': sample(), 'b.tif': other() })).rejects.toThrow(words);
  });

  it('a path that is none, one of the sources, or not of a GeoTIFF; and one file alone', async () => {
    const files = { 'a.tif': sample(), 'b.tif': sample() };
    await expect(merged(files, { outputPath: '../x.tif' })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(merged(files, { outputPath: 'b.tif' })).rejects.toThrow(/one of the files/);
    await expect(merged(files, { outputPath: 'b.png' })).rejects.toThrow(/end with .tif/);
    await expect(merged({ 'a.tif': files['a.tif'] })).rejects.toThrow(/paths/);
    const nodata = { 'a.tif': sample({ nodata: 1 }), 'b.tif': sample({ nodata: 2 }) };
    await expect(merged(nodata)).rejects.toThrow(/different nodata values: 1, 2/);
  });

  it('a picture that is no raster', async () => {
    const picture = file();
    const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    await writeFile(picture, Buffer.from(gif, 'base64'));
    const merging = merged({ 'a.tif': sample(), 'flight/b.gif': picture });
    await expect(merging).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/^flight\/b.gif cannot be read .* Convert it to TIFF/),
    });
  });

  it('pixels that differ by less are told of', async () => {
    const other = sample({ geotransform: [x, 0.102, 0, 5e6, 0, -0.102] });
    expect((await merged({ 'a.tif': sample(), 'b.tif': other })).log.join()).toMatch(/differ in size by 2.0 %/);
  });

  it('the work ends when it is cancelled', async () => {
    const abort = new AbortController();
    const large = { width: 3000, height: 1500, value: () => 1 };
    const files = { 'a.tif': sample(large), 'b.tif': sample(large) };
    const cancelled = {
      ...mergeMultispectral,
      run: (task: Parameters<typeof mergeMultispectral.run>[0]) =>
        mergeMultispectral.run({ ...task, report: (_, phase) => void (phase === 'merging' && abort.abort()) }),
    };
    const running = bench.run(cancelled, { paths: ['a.tif', 'b.tif'], outputPath: 'c.tif' }, files, abort.signal);
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
  });
});
