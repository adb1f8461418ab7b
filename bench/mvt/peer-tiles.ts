import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { startMapServer } from '../support/mapserver.ts';

/** Both sides have the two processors of the machine, and the program that asks. */
const PROCESSES = 2;
const IN_FLIGHT = 4;
const WARM_UP = 20;

/** A tile as a server makes it: how many in a second, and milliseconds of processor time for one. */
interface TileSpeed {
  readonly rate: number;
  readonly cpu: number;
  readonly features: number;
}

/** How many features a tile has, unpacked. */
export function featuresOf(tile: Uint8Array): number {
  const layers = Object.values(new VectorTile(new PbfReader(tile)).layers);
  return layers.reduce((sum, { length }) => sum + length, 0);
}

/**
 * The same tile by MapServer, from a GeoPackage with an index.
 *
 * @param source GeoJSON of polygons, as our own service got it
 * @returns undefined where MapServer is not installed
 */
export async function peerTile(
  folder: string,
  source: string,
  { z, x, y }: { readonly z: number; readonly x: number; readonly y: number },
  milliseconds: number,
): Promise<TileSpeed | undefined> {
  const geoPackage = join(folder, 'peer.gpkg');
  await promisify(execFile)('ogr2ogr', ['-f', 'GPKG', '-nln', 'parcels', geoPackage, source]);
  const server = await startMapServer(
    folder,
    `OUTPUTFORMAT NAME "mvt" DRIVER "MVT" MIMETYPE "application/x-protobuf" EXTENSION "pbf" FORMATOPTION "EXTENT=4096" END
     LAYER NAME "parcels" TYPE POLYGON STATUS ON CONNECTIONTYPE OGR CONNECTION "${geoPackage}" DATA "parcels"
       PROJECTION "init=epsg:4326" END PROCESSING "CLOSE_CONNECTION=DEFER" METADATA "gml_include_items" "all" END
       CLASS STYLE COLOR 0 0 0 END END END`,
    PROCESSES,
  );
  if (server === undefined) return undefined;
  try {
    const query = `mode=tile&tilemode=gmap&tile=${x}+${y}+${z}&layers=parcels&map.imagetype=mvt`;
    const features = featuresOf(await server.get(query));
    for (let count = 0; count < WARM_UP; count++) await server.get(query);
    const [before, begin] = [await server.processorTime(), performance.now()];
    let answers = 0;
    const lane = async (): Promise<void> => {
      for (; performance.now() < begin + milliseconds; answers++) await server.get(query);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
    const seconds = (performance.now() - begin) / 1000;
    return { rate: answers / seconds, cpu: ((await server.processorTime()) - before) / answers, features };
  } finally {
    await server.close();
  }
}
