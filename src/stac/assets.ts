import type { EntryRow } from '../datasets/index.ts';
import { EntryType } from '../inspection/index.ts';
import type { Addresses, DatasetName } from './addresses.ts';
import { bandsOf } from './extensions/bands.ts';
import { COG_TYPE, COPC_TYPE, mediaType } from './media-types.ts';
import { writeMoment } from './moment.ts';
import type { Asset, Extended } from './stac-document.ts';

const FILE_SCHEMA = 'https://stac-extensions.github.io/file/v2.1.0/schema.json';
/** Multihash: the algorithm SHA-256 (0x12) and 32 bytes (0x20) of it. */
const SHA_256 = '1220';

/** Types of which the service draws a picture; of videos, where the program for them is installed. */
const PICTURED: ReadonlySet<number> = new Set([
  EntryType.GeoImage,
  EntryType.GeoPanorama,
  EntryType.GeoRaster,
  EntryType.GeoVideo,
  EntryType.Vector,
]);

/** Derived files, by kind of output: those that others than our own viewers read. */
const OUTPUT_FILES: Readonly<Record<string, { readonly file: string; readonly title: string; readonly type: string }>> =
  {
    cog: { file: 'cog/cog.tif', title: 'Cloud-optimized GeoTIFF', type: COG_TYPE },
    copc: { file: 'copc/cloud.copc.laz', title: 'Cloud-optimized point cloud', type: COPC_TYPE },
  };

/** The file itself, what was made of it, and its picture. @param outputs kinds that are built */
export function assetsOf(
  dataset: DatasetName,
  entry: EntryRow,
  outputs: readonly string[],
  addresses: Addresses,
): Extended & { readonly assets: Readonly<Record<string, Asset>> } {
  const bands = entry.type === EntryType.GeoRaster ? bandsOf(entry.properties ?? {}) : undefined;
  const source = { ...fileAsset(dataset, entry, addresses), ...bands?.fields };
  const derived = outputs.flatMap((kind) => {
    const output = OUTPUT_FILES[kind];
    if (output === undefined || entry.hash === null) return [];
    const { file, title, type } = output;
    return [
      [kind, { href: addresses.output(dataset, entry.hash, file), title, type, roles: ['data', 'visual'] }] as const,
    ];
  });
  const thumbnail = {
    href: addresses.thumbnail(dataset, entry.path),
    title: 'Thumbnail',
    type: 'image/webp',
    roles: ['thumbnail'],
  };
  return {
    schemas: [FILE_SCHEMA, ...(bands?.schemas ?? [])],
    fields: {},
    assets: {
      ...Object.fromEntries(derived),
      ...(PICTURED.has(entry.type) ? { thumbnail } : {}),
      // Last: a file may have the name of an output, and is what the item is about.
      [entry.path]: source,
    },
  };
}

/** A file for download, with its size and checksum. */
export function fileAsset(
  dataset: DatasetName,
  entry: Pick<EntryRow, 'path' | 'hash' | 'size' | 'type' | 'mtime'>,
  addresses: Addresses,
): Asset {
  return {
    href: addresses.download(dataset, entry.path),
    title: entry.path,
    type: mediaType(entry.path, entry.type === EntryType.GeoRaster),
    roles: ['data'],
    updated: writeMoment(entry.mtime * 1000),
    'file:size': entry.size,
    ...(entry.hash === null ? {} : { 'file:checksum': `${SHA_256}${entry.hash}` }),
  };
}

export const fileSchemas: readonly string[] = [FILE_SCHEMA];
