import type { Engine } from '../../engine/index.ts';
import type { VectorFacts } from './read/vector-facts.child.ts';
import { vectorFacts as readFacts } from './read/operations.ts';
import { withVectorFile } from './vector-file.ts';
import { isVectorName, vectorFormatOf } from './vector-kind.ts';
import {
  type Candidate,
  stemOf,
  contentFault,
  isTooLarge,
  EntryType,
  type FileFacts,
  type FormatFamily,
  type Position3D,
  genericFacts,
  unplacedFacts,
  type Requirements,
} from '../../inspection/index.ts';

/** Longest list of layers as JSON: some four hundred, three quarters of what is kept with an entry. */
const MAX_LAYER_BYTES = 48 * 1024;

/** Vector files by name, after a look at whether the content can be that. */
export const vectorFamily: FormatFamily = {
  name: 'vector',
  recognizes: isVectorName,
  inspect,
  requirements: shapefileRequirements,
};

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  if (candidate.size === 0) return genericFacts('The file is empty.');
  const format = vectorFormatOf(candidate);
  if (format === null)
    return genericFacts(`The content of this file is not what its name (.${candidate.extension}) says.`);
  const stem = stemOf(candidate.name);
  try {
    return await withVectorFile(candidate, format, engine, async (source, missing) =>
      vectorFacts(await engine.call(readFacts, source, { signal }), stem, missing),
    );
  } catch (error) {
    const warning = `This file cannot be read as vector data. ${contentFault(error)}`;
    return isTooLarge(error) || format === 'dwg' ? unplacedFacts(EntryType.Vector, {}, warning) : genericFacts(warning);
  }
}

function vectorFacts(facts: VectorFacts, stem: string, missing: readonly string[]): FileFacts {
  const { driver, layers, bounds, layerCount, holdsTiles } = facts;
  if (layerCount === 0 && holdsTiles)
    return genericFacts(
      'This GeoPackage holds pictures in tiles, which are not shown. Upload it as a GeoTIFF to see it on the map.',
    );
  const named = fitting(layers.map((layer) => ({ ...layer, name: layer.name ?? stem })));
  const warning = warningOf(facts, named.length, stem, missing);
  const properties = { vector: { driver, layers: named }, ...(warning === null ? {} : { warning }) };
  if (bounds === null) return unplacedFacts(EntryType.Vector, properties);
  const [west, south, east, north] = bounds;
  const ring: Position3D[] = [
    [west, south, 0],
    [east, south, 0],
    [east, north, 0],
    [west, north, 0],
    [west, south, 0],
  ];
  return {
    type: EntryType.Vector,
    properties,
    pointGeometry: { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2, 0] },
    // A single point, or a line along a meridian, has no area that could be outlined.
    polygonGeometry: west < east && south < north ? { type: 'Polygon', coordinates: [ring] } : null,
  };
}

/** As many layers as may be kept with an entry. */
function fitting<T>(layers: readonly T[]): readonly T[] {
  let bytes = 0;
  const end = layers.findIndex((layer) => (bytes += Buffer.byteLength(JSON.stringify(layer)) + 1) > MAX_LAYER_BYTES);
  return end < 0 ? layers : layers.slice(0, end);
}

/** What anyone who sees the file on a map should know; null when all is well. */
function warningOf(facts: VectorFacts, listed: number, stem: string, missing: readonly string[]): string | null {
  const { driver, layers, layerCount, bounds, unplacedLayers, views, madeIndex, holdsTiles } = facts;
  const sentences: string[] = [];
  if (layerCount === 0) sentences.push('The file holds no vector layer.');
  if (holdsTiles) sentences.push('It also holds pictures in tiles, which are not shown.');
  if (driver === 'DXF' && layers.every(({ featureCount }) => featureCount === 0))
    sentences.push('The drawing holds nothing; it may be cut off.');
  if (layerCount > listed) sentences.push(`Only the first ${listed} of ${layerCount} layers are listed.`);
  const index = missing.includes('shx') ? `${stem}.shx is missing` : 'Its index (.shx) is missing or damaged';
  if (madeIndex) sentences.push(`${index}; another was made from the .shp.`);
  if (missing.includes('prj') && layers.every(({ crs }) => crs === null))
    sentences.push(`${stem}.prj is missing: the coordinate reference system is not known.`);
  if (layers.some(({ crs, extent }) => crs === null && extent !== null) && bounds !== null)
    sentences.push('Without a coordinate reference system its coordinates are taken as longitude and latitude.');
  if (unplacedLayers > 0)
    sentences.push(`${unplacedLayers} of its layers cannot be placed on Earth: no usable coordinate reference system.`);
  if (views > 0) sentences.push(`${views} of its layers are views, which are not looked into: they need not end.`);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** A shapefile is built with its index; table and CRS may be missing. Undefined for what is no shapefile. */
async function shapefileRequirements(candidate: Candidate): Promise<Requirements | undefined> {
  if (!isVectorName(candidate) || vectorFormatOf(candidate) !== 'shapefile') return undefined;
  const stem = candidate.name.slice(0, -candidate.extension.length - 1);
  const names = [`${stem}.shx`, `${stem}.SHX`];
  const found = await candidate.neighbours.find(names);
  return { missing: found.size === 0 ? names.slice(0, 1) : [], outside: [] };
}
