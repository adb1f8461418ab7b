import { pathInBuild, type Output } from '../builds/index.ts';
import type { EntryRow } from '../datasets/index.ts';
import { EntryType } from '../inspection/index.ts';
import type { Addresses, DatasetName } from './addresses.ts';
import { bandsOf } from './extensions/bands.ts';
import { projectionOf } from './extensions/projection.ts';
import { mediaType } from './media-types.ts';
import { writeMoment } from './moment.ts';
import type { BuiltFacts } from './store/files.ts';
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

/**
 * The file itself first, what was made of it, and its picture. Each raster tells its own grid and bands.
 *
 * @param built what is built, by kind of output
 */
export function assetsOf(
  dataset: DatasetName,
  entry: EntryRow,
  built: BuiltFacts,
  addresses: Addresses,
  { outputs, isDrawn }: Derived,
): Extended & { readonly assets: Readonly<Record<string, Asset>> } {
  const source = describedBy(fileAsset(dataset, entry, addresses), rasterFactsOf(entry));
  const derived = outputs
    .filter((output) => output.appliesTo(entry.type))
    .flatMap((output) => outputAssets(output, dataset, entry, built, addresses));
  const thumbnail = {
    href: addresses.thumbnail(dataset, entry.path),
    title: 'Thumbnail',
    type: 'image/webp',
    roles: ['thumbnail'],
  };
  const drawn = isDrawn(entry) ? [{ key: 'thumbnail', asset: thumbnail, schemas: [] }] : [];
  const assets = [{ key: entry.path, ...source }, ...derived, ...drawn];
  return {
    schemas: [FILE_SCHEMA, ...assets.flatMap(({ schemas }) => schemas)],
    fields: {},
    // A file may have the name of an output, and is what the item is about.
    assets: Object.fromEntries(
      assets.map(({ key, asset }, at) => [at > 0 && key === entry.path ? `${key} (derived)` : key, asset]),
    ),
  };
}

interface Described {
  readonly asset: Asset;
  readonly schemas: readonly string[];
}

type RasterFacts = Readonly<Record<string, unknown>>;

const rasterFactsOf = ({ type, properties }: EntryRow): RasterFacts | undefined =>
  type === EntryType.GeoRaster ? (properties ?? {}) : undefined;

/** @param facts of a raster, as inspection or a build wrote them. @param crs of the file, where the facts have none */
function describedBy(asset: Asset, facts: RasterFacts | undefined, crs?: string): Described {
  if (facts === undefined && crs === undefined) return { asset, schemas: [] };
  const [grid, bands] = [projectionOf(facts ?? {}, crs), bandsOf(facts ?? {})];
  return { asset: { ...asset, ...grid.fields, ...bands.fields }, schemas: [...grid.schemas, ...bands.schemas] };
}

/** Artifacts of an output that other programs read, by the kind of the output; further ones have their path behind it. */
function outputAssets(
  output: Output,
  dataset: DatasetName,
  entry: EntryRow,
  built: BuiltFacts,
  addresses: Addresses,
): (Described & { readonly key: string })[] {
  const { hash, path, companions } = entry;
  const isThere =
    output.made === 'as-uploaded' || Object.hasOwn(built, output.made === 'from-output' ? output.after : output.kind);
  if (hash === null || !isThere) return [];
  const facts = output.made === 'as-uploaded' ? rasterFactsOf(entry) : (built[output.kind] ?? undefined);
  const artifacts = output.artifacts.filter(({ roles }) => roles.length > 0);
  return artifacts.map((artifact, at) => {
    const { title, roles } = artifact;
    const href =
      output.made === 'as-uploaded'
        ? addresses.download(dataset, path)
        : addresses.output(dataset, hash, pathInBuild(output, artifact), companions === '' ? undefined : path);
    const asset = { href, title, type: artifact.mediaType, roles };
    return {
      key: at === 0 ? output.kind : `${output.kind}/${artifact.path}`,
      ...describedBy(asset, at === 0 ? facts : undefined, artifact.crs),
    };
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
