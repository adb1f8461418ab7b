import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { objOf } from '../../src/kinds/mesh/mesh-output/testing/mesh-files.ts';
import { sphere } from '../../src/kinds/mesh/mesh-output/testing/shapes.ts';
import { sampleCloud, scattered } from '../../src/kinds/pointcloud/testing/sample-cloud.ts';
import { plyOf } from '../../src/kinds/splat/testing/encode-ply.ts';
import { sphereWithFloaters } from '../../src/kinds/splat/splat-output/testing/generated-splats.ts';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { writeGeoTiff } from './geotiff.ts';
import { hasSharedData, SHARED_DATA } from './shared-data.ts';
import { squareFeature } from './square-feature.ts';
import { zipBytes } from './zip-bytes.ts';

const TERRAIN = { affine: [500_000, 2, 0, 4_000_000, 0, -2], epsg: 32632, nodata: -9999 } as const;

const hillsAt = (x: number, y: number): number => 20 * Math.sin(x / 9) * Math.cos(y / 7) + Math.abs(x - y) / 3;
/** Hills with a gap, on a grid of 2 m. @param raised metres by which they are higher */
const hills = (width: number, height: number, raised = 0): Buffer =>
  heightFile({
    ...TERRAIN,
    width,
    height,
    heightAt: (x, y) => ((x - 40) ** 2 + (y - 30) ** 2 < 30 ? NaN : hillsAt(x, y) + raised),
  });

/** Shapes of many sizes, as a photograph of fields has. */
const shade = (x: number, y: number): number =>
  Math.round(128 + 60 * Math.sin(x / 11) * Math.cos(y / 13) + 60 * Math.sin((x * y) / 900 + x / 5));
/** @param east metres by which it says that it lies too far in the east */
const picture = (east: number): Buffer =>
  writeGeoTiff({
    width: 256,
    height: 256,
    origin: [680_000 + east, 5_151_000],
    pixel: 0.2,
    epsg: 32632,
    colour: (x, y) => [shade(x, y), shade(y, x), shade(x + 40, y)],
  });
const band = (factor: number): Buffer =>
  heightFile({
    affine: [680_000, 0.2, 0, 5_151_000, 0, -0.2],
    epsg: 32632,
    width: 64,
    height: 64,
    heightAt: (x, y) => factor * (x + 2 * y),
  });

const plots = JSON.stringify({
  type: 'FeatureCollection',
  features: [squareFeature(10, 45, 0.01, { name: 'first' }), squareFeature(10.02, 45, 0.01, { name: '"-of' })],
});

const scan = (count: number, seed: number): Buffer =>
  sampleCloud(
    scattered(count, seed).map(({ extra: _, ...point }) => point),
    { epsg: 32_632 },
  );

/** A small file for everything that a tool reads, by its path in the dataset. */
export const toolFiles: Readonly<Record<string, () => Buffer>> = {
  'dem.tif': () => hills(90, 70),
  'later.tif': () => hills(90, 70, 1.5),
  'may.tif': () => picture(1),
  'april.tif': () => picture(0),
  'bands/red.tif': () => band(1),
  'bands/nir.tif': () => band(3),
  'plots.geojson': () => Buffer.from(plots),
  'flight.zip': () =>
    zipBytes([
      { name: 'a.txt', content: 'first' },
      { name: 'deep/b.txt', content: 'second', method: 8 },
    ]),
  'scan.las': () => scan(2000, 1),
  'scan-2.las': () => scan(1000, 2),
  'house.obj': () => Buffer.from(objOf(sphere(3, 3))),
  'sphere.ply': () => plyOf(sphereWithFloaters(1000, 10)),
  'notes.txt': () => Buffer.from('text'),
};

const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GpsLatitude="46" ' +
  'drone-dji:GpsLongitude="9" drone-dji:AbsoluteAltitude="150" drone-dji:RelativeAltitude="50" ' +
  'drone-dji:GimbalYawDegree="0" drone-dji:GimbalPitchDegree="-90" drone-dji:GimbalRollDegree="0"/></rdf:RDF></x:xmpmeta>';

/** A photo of a drone that looks down from 50 m. */
export const toolPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: 'green' } })
    .withExif({ IFD0: { Make: 'DJI', Model: 'FC6310' }, IFD2: { FocalLength: '88/10' } })
    .withXmp(XMP)
    .jpeg()
    .toBuffer();

/** Files of real surveys, by the path they get; none where there are none beside the repository. */
const REAL = {
  'real/dsm.tif': 'dem/dsm.tif',
  'real/dtm.tif': 'dem/dtm.tif',
  'real/plot.tif': 'multispectral/rededge_5band.tif',
  'real/nc.gpkg': 'vector/nc.gpkg',
  'real/scan.copc.laz': 'pointcloud/lone_star.copc.laz',
} as const;

export async function realToolFiles(): Promise<readonly (readonly [path: string, bytes: Buffer])[]> {
  if (!hasSharedData) return [];
  const there = Object.entries(REAL).filter(([, file]) => existsSync(join(SHARED_DATA, file)));
  return Promise.all(there.map(async ([path, file]) => [path, await readFile(join(SHARED_DATA, file))] as const));
}
