import { dirname, join } from 'node:path';
import { readFile } from 'node:fs/promises';
import type { Builds, OutputOwner } from '../../builds/index.ts';
import { createLookup, type Changes } from '../../database/index.ts';
import { baseName, type DatasetRef } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { openTileArchive, type ArchivedTile, type TileArchive } from './tiles/archive.ts';
import { ancestorOf, createEnlargedTiles } from './tiles/enlarged-tiles.ts';
import type { TileAddress } from './tiles/grid.ts';
import { createOpenFiles } from './open-files.ts';
import type { TileMetadata } from './tiles/tile-json.ts';
import { pathInBuild } from '../../builds/index.ts';
import { TILE_JSON, TILES, TILES_FOLDER } from './tiles/artifacts.ts';

/** Vector tiles of what was built. */
export interface VectorTiles {
  /**
   * @param layer name of a layer of the source; absent: all layers
   * @param beyond what there is at zooms beyond the deepest: nothing, unless parts of the deepest are to be enlarged
   * @throws `not-found` for what is not built, an unknown layer, and zooms beyond the deepest
   */
  tile(
    dataset: DatasetRef,
    file: TiledFile,
    address: TileAddress,
    layer: string | undefined,
    beyond?: 'enlarged',
  ): Promise<FoundTile>;
  /** What the archive says of itself, with the name of the file, and its version. @throws `not-found` */
  metadata(
    dataset: DatasetRef,
    file: TiledFile,
  ): Promise<{ readonly metadata: TileMetadata; readonly version: string }>;
  close(): Promise<void>;
}

/** Bytes in a dataset, and whose they are where several files have them. */
export interface TiledFile extends OutputOwner {
  readonly hash: string;
}

export interface FoundTile {
  /** Undefined for an empty one. */
  readonly tile: ArchivedTile | undefined;
  /** Version of the archive. */
  readonly version: string;
  /** Whether there can be no other tile of this hash: nothing beside the file has a say in it. */
  readonly isOfHash: boolean;
}

const TILES_FILE = pathInBuild({ folder: TILES_FOLDER }, TILES);

/** Where built files are found. */
export type BuiltFiles = Pick<Builds, 'find'>;

/** Datasets, and files of each, whose archives are remembered between the requests of a map view: some 200 bytes each. */
const REMEMBERED = { groups: 500, answers: 1000 };
/** Archives: a handle and at most 512 kB of pages each. */
const MOST_OPEN = 64;

export function createVectorTiles(builds: BuiltFiles, changes: Changes): VectorTiles {
  const known = createLookup<NonNullable<Awaited<ReturnType<Builds['find']>>>>(changes, 'files', REMEMBERED);
  const archives = createOpenFiles(openTileArchive, MOST_OPEN);
  const enlarged = createEnlargedTiles();

  async function locate(dataset: DatasetRef, { hash, path, below }: TiledFile) {
    const find = () => builds.find(dataset, hash, TILES_FILE, { path, below });
    const file = await known.get(dataset.id, JSON.stringify([hash, path ?? null, below ?? null]), find);
    if (file === undefined)
      throw fail('not-found', 'Vector tiles of this file are not built. Its buildStatus tells why.');
    return file;
  }

  return {
    async tile(dataset, file, address, layer, beyond) {
      const { path, version, isOfHash } = await locate(dataset, file);
      const archive = openOrFail(() => archives.use(path));
      const number = layerNumber(archive, layer);
      if (address.z > archive.maxzoom && beyond === 'enlarged') {
        const above = ancestorOf(address, archive.maxzoom);
        const stored = archive.find(above, number);
        const tile = stored && (await enlarged.find(stored, above, address));
        return { tile, version, isOfHash };
      }
      if (address.z > archive.maxzoom) {
        throw fail('not-found', `The deepest zoom of these tiles is ${archive.maxzoom}, see metadata.json.`);
      }
      return { tile: archive.find(address, number), version, isOfHash };
    },
    async metadata(dataset, file) {
      const { path, version, entryPath } = await locate(dataset, file);
      const text = await readFile(join(dirname(path), TILE_JSON.path), 'utf8').catch(goneIfMissing);
      const metadata = JSON.parse(text) as TileMetadata;
      return { metadata: entryPath === null ? metadata : { ...metadata, name: baseName(entryPath) }, version };
    },
    async close() {
      archives.close();
      await enlarged.close();
    },
  };
}

function layerNumber({ layers }: TileArchive, name: string | undefined): number {
  if (name === undefined) return 0;
  const index = layers.indexOf(name);
  if (index < 0) throw fail('not-found', 'The file has no such layer; metadata.json names those it has.');
  return layers.length === 1 ? 0 : index + 1;
}

/** A version that was replaced a moment ago has no files any more. */
function goneIfMissing(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') throw fail('not-found', 'The tiles are being built anew; ask again.');
  throw error;
}

function openOrFail(open: () => TileArchive): TileArchive {
  try {
    return open();
  } catch (error) {
    // SQLite's way of saying that there is no such file.
    if (/unable to open/.test((error as Error).message))
      throw fail('not-found', 'The tiles are being built anew; ask again.');
    throw error;
  }
}
