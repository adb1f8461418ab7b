import { pathInBuild, type Output } from '../builds/index.ts';
import type { EntryRow } from '../datasets/index.ts';
import { EntryType } from '../inspection/index.ts';
import type { Addresses, DatasetName } from './addresses.ts';
import { bandsOf } from './extensions/bands.ts';
import { mediaType } from './media-types.ts';
import { writeMoment } from './moment.ts';
import type { Asset, Extended } from './stac-document.ts';

const FILE_SCHEMA = 'https://stac-extensions.github.io/file/v2.1.0/schema.json';
/** Multihash: the algorithm SHA-256 (0x12) and 32 bytes (0x20) of it. */
const SHA_256 = '1220';

/** What the service makes of entries. */
export interface Derived {
  readonly outputs: readonly Output[];
  /** Whether the service draws pictures of such entries; of videos, where the program for them is installed. */
  isDrawn(entry: Pick<EntryRow, 'type' | 'path'>): boolean;
}

/** The file itself, what was made of it, and its picture. @param built kinds of outputs that are built */
export function assetsOf(
  dataset: DatasetName,
  entry: EntryRow,
  built: readonly string[],
  addresses: Addresses,
  { outputs, isDrawn }: Derived,
): Extended & { readonly assets: Readonly<Record<string, Asset>> } {
  const bands = entry.type === EntryType.GeoRaster ? bandsOf(entry.properties ?? {}) : undefined;
  const source = { ...fileAsset(dataset, entry, addresses), ...bands?.fields };
  const derived = outputs.flatMap((output) => outputAssets(output, dataset, entry, built, addresses));
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
      ...(isDrawn(entry) ? { thumbnail } : {}),
      // Last: a file may have the name of an output, and is what the item is about.
      [entry.path]: source,
    },
  };
}

/** Artifacts of an output that other programs read, by the kind of the output; further ones have their path behind it. */
function outputAssets(
  output: Output,
  dataset: DatasetName,
  { hash, type, path }: EntryRow,
  built: readonly string[],
  addresses: Addresses,
): (readonly [string, Asset])[] {
  const isThere =
    output.made === 'as-uploaded'
      ? output.appliesTo(type)
      : built.includes(output.made === 'from-output' ? output.after : output.kind);
  if (hash === null || !isThere) return [];
  const assets = output.artifacts.filter(({ roles }) => roles.length > 0);
  return assets.map((artifact, at) => {
    const { title, roles } = artifact;
    const href =
      output.made === 'as-uploaded'
        ? addresses.download(dataset, path)
        : addresses.output(dataset, hash, pathInBuild(output, artifact));
    return [
      at === 0 ? output.kind : `${output.kind}/${artifact.path}`,
      { href, title, type: artifact.mediaType, roles },
    ];
  });
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
