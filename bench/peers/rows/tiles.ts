/** Map tiles and vector tiles, and answers that nothing has changed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATASET, rasters, type Tile, vectorTile } from '../data.ts';
import { again, byTurns, load, type LoadOptions, rateOf, type Sides, sidesOf, type Target, timeOf } from '../load.ts';
import { startBareHttp } from '../programs/bare-http.ts';
import { type MapPeers, startMapPeers } from '../programs/map-peers.ts';
import type { Row, Subject } from '../row.ts';
import type { Service, Setup } from '../setup.ts';

const FIRST: Row = {
  work: 'PNG tile never asked before, one at a time',
  unit: 'ms',
  aim: { value: 4, p99: 20, column: 'cold' },
};
const tileRow = (work: string): Row => ({ work, unit: 'per s', aim: { value: 8000, column: 'warm' } });
const PNG = tileRow('PNG tile, 64 at a time');
const JPEG = tileRow('JPEG tile, 64 at a time');
const VECTOR = tileRow('vector tile, 64 at a time, unpacked');
const UNCHANGED: Row = { work: 'JPEG tile not changed (304)', unit: 'per s', aim: { value: 15_000, column: 'warm' } };

/** Tiles of a cold measurement: so many are asked once, then others. */
const COLD_TILES = 150;
const ROUNDS = 3;

export const tiles: Subject<Setup> = {
  rows: [FIRST, PNG, JPEG, VECTOR, UNCHANGED],
  async measure(setup, report) {
    const { colours, tiles: places } = await rasters(setup);
    const peers = await startMapPeers(setup.folder, colours);
    const service = await setup.start('rasters');
    try {
      const left = [...places];
      report({ row: FIRST, ...(await firstTiles(service, peers, left)) });
      for (const [row, format] of [
        [PNG, 'png'],
        [JPEG, 'jpg'],
      ] as const) {
        report({ row, ...(await manyTiles(service, peers, left, format)) });
      }
      report({ row: UNCHANGED, ...(await unchanged(service, peers, left[0]!)) });
    } finally {
      await Promise.all([service.end(), peers.close()]);
    }
    report({ row: VECTOR, ...(await vectorTiles(setup)) });
  },
};

const FORMATS = { png: 'png', jpg: 'jpeg' } as const;
type Format = keyof typeof FORMATS;

const ownPath =
  (format: Format) =>
  ({ z, x, y }: Tile): string =>
    `${DATASET}/tiles/${z}/${x}/${y}.${format}?path=ortho.tif`;

const mapServerPath =
  (format: Format) =>
  ({ z, x, y }: Tile): string =>
    `/mapserv?mode=tile&tilemode=gmap&tile=${x}+${y}+${z}&layers=ortho.tif&map.imagetype=${FORMATS[format]}`;

const mapCachePath =
  (format: Format) =>
  ({ z, x, y }: Tile): string =>
    `/mapcache/wmts/1.0.0/${FORMATS[format]}/default/GoogleMapsCompatible/${z}/${y}/${x}.${format}`;

/** Both get the same tiles, none twice. */
async function firstTiles(service: Service, { mapServer }: MapPeers, left: Tile[]): Promise<Sides> {
  const options: LoadOptions = { connections: 1, milliseconds: 60_000, isOnce: true };
  const rounds = Array.from({ length: ROUNDS }, () => left.splice(0, COLD_TILES));
  const measure = (target: Target, path: (tile: Tile) => string) => async (round: number) =>
    timeOf(await load(target, rounds[round]!.map(path), options));
  const cold = await byTurns(
    {
      ours: measure(service, ownPath('png')),
      MapServer: mapServer && measure(mapServer, mapServerPath('png')),
    },
    ROUNDS,
  );
  return sidesOf(cold, {});
}

/** Cold: each tile once. Warm: one tile again and again, beside the same bytes as a file and from memory. */
async function manyTiles(service: Service, peers: MapPeers, left: Tile[], format: Format): Promise<Sides> {
  const { nginx, mapServer, mapCache } = peers;
  const rounds = Array.from({ length: ROUNDS }, () => left.splice(0, COLD_TILES));
  const once = (target: Target, path: (tile: Tile) => string) => async (round: number) =>
    rateOf(await load(target, rounds[round]!.map(path), { milliseconds: 60_000, isOnce: true }));
  const cold = await byTurns(
    {
      ours: once(service, ownPath(format)),
      MapServer: mapServer && once(mapServer, mapServerPath(format)),
      MapCache: mapCache && once(mapCache, mapCachePath(format)),
    },
    ROUNDS,
  );
  const tile = left[0]!;
  const path = ownPath(format)(tile);
  const bytes = await bytesOf(service, path);
  if (nginx) await writeFile(join(nginx.root, `tile.${format}`), bytes);
  const bare = await startBareHttp(bytes);
  try {
    const warm = await byTurns(
      {
        ours: again(service, path),
        nginx: nginx && again(nginx, `/tile.${format}`),
        MapCache: mapCache && again(mapCache, mapCachePath(format)(tile)),
        MapServer: mapServer && again(mapServer, mapServerPath(format)(tile)),
        'bare node:http': again(bare, '/'),
      },
      ROUNDS,
    );
    return sidesOf(cold, warm);
  } finally {
    await bare.close();
  }
}

async function bytesOf({ url }: Target, path: string): Promise<Buffer> {
  const answer = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
  if (answer.status !== 200) throw new Error(`${path} was answered by ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

async function unchanged(service: Service, { nginx }: MapPeers, tile: Tile): Promise<Sides> {
  const path = ownPath('jpg')(tile);
  const etagAt = async (url: string) => (await fetch(url)).headers.get('etag') ?? '';
  const warm = await byTurns(
    {
      ours: again(service, path, { 'if-none-match': await etagAt(service.url + path) }),
      nginx: nginx && again(nginx, '/tile.jpg', { 'if-none-match': await etagAt(`${nginx.url}/tile.jpg`) }),
    },
    ROUNDS,
  );
  return sidesOf({}, warm);
}

async function vectorTiles(setup: Setup): Promise<Sides> {
  const path = await vectorTile(setup);
  const service = await setup.start('vectors');
  const peers = await startMapPeers(setup.folder, '');
  const { nginx } = peers;
  try {
    const bytes = await bytesOf(service, path);
    if (nginx) await writeFile(join(nginx.root, 'tile.pbf'), bytes);
    const bare = await startBareHttp(bytes);
    try {
      const warm = await byTurns(
        { ours: again(service, path), nginx: nginx && again(nginx, '/tile.pbf'), 'bare node:http': again(bare, '/') },
        ROUNDS,
      );
      return sidesOf({}, warm);
    } finally {
      await bare.close();
    }
  } finally {
    await Promise.all([service.end(), peers.close()]);
  }
}
