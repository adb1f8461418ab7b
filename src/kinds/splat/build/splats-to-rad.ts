import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationRefusal, type ProgramVoice, requireFreeSpace } from '../../../engine/for-children.ts';
import { isFarFromZero, type Box3 } from '../../../geodata/place/box.ts';
import type { SpatialPlace } from '../../../geodata/place/place.ts';
import type { ModelPlace } from '../../mesh/place/model-place.ts';
import type { PlaceSources } from '../../mesh/place/place-sources.ts';
import { shapeOfScene } from '../draw/scene-shape.ts';
import { type UpAxis, usualY } from '../draw/usual-up.ts';
import { buildSplatTree } from '../lod/build-tree.ts';
import { megabytes } from '../memory.ts';
import { splatBytes, type ShDegree, type SplatModel } from '../model/splat-model.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import { placeOfSplats } from '../place/place-of-splats.ts';
import { writeRad } from '../rad/write-rad.ts';
import type { SplatFormat } from '../read/splat-facts.child.ts';
import { readSplats } from '../read/read-splats.ts';
import type { SplatDemand } from '../read/splat-reader.ts';
import { BOUNDS, GEOREF, RAD } from './artifacts.ts';
import { createCountdown } from './countdown.ts';
import { georefOf } from './georef.ts';

export interface RadRequest {
  readonly source: { readonly path: string; readonly format: SplatFormat };
  /** Name of the file; its extension may tell the up axis. */
  readonly name: string;
  readonly place: PlaceSources;
  /** Folder for the files of the output and for temporary files. */
  readonly scratch: string;
  /** Memory limit of the program, in bytes. */
  readonly memoryBytes: number;
}

/** Facts of built splats, which catalogs show. */
interface SplatTreeFacts {
  /** Splats of the file that are drawn. */
  readonly splats: number;
  /** Splats of the file that cannot be drawn. */
  readonly dropped: number;
  readonly shDegree: ShDegree;
  readonly min: Box3['min'];
  readonly max: Box3['max'];
  /** WKT of the CRS of the coordinates; null for none. */
  readonly projection: string | null;
  readonly place: SpatialPlace | null;
  /** Place of the coordinates times `scale`. */
  readonly placing: ModelPlace | null;
  /** Metres, or units of the CRS, per unit of the file; null if unknown. */
  readonly scale: number | null;
  /** Axis of the file that points up, as in its thumbnail. */
  readonly upAxis: UpAxis;
  /** True if the coordinates seem to be those of a CRS that nothing names. */
  readonly needsSystem: boolean;
  /** Number of splats in the tree, merged ones included. */
  readonly treeSplats: number;
  readonly levels: number;
  readonly warning?: string;
}

export interface RadAnswer {
  readonly facts: SplatTreeFacts;
  readonly bytes: number;
}

/** Shares of the total time at which reading and merging end. */
const [READ_SHARE, MERGE_SHARE] = [0.1, 0.85];
/** Maximum splats of the tree per splat of the file, as each merge makes one out of two. Splats in a regular grid come to 1.97. */
const TREE_FACTOR = 2;
/** Bytes per splat of the file that merging uses beside the tree: 105 were measured. */
const MERGE_BYTES = 160;
/** Bytes of Node.js itself and of the chunks that are written. */
const BASE_BYTES = 500e6;
/** Bytes per splat of the file: positions do not compress, harmonics do by half. */
const WRITTEN_BYTES = (degree: ShDegree): number => 30 + splatBytes(degree) / 3;

/** Builds the levels of detail of a file of splats, and writes them with their bounds and their place. */
export async function splatsToRad(request: RadRequest, voice: ProgramVoice): Promise<RadAnswer> {
  const { source, scratch } = request;
  const { model, dropped, bounds } = await readSplats(source, (share) => voice.progress(READ_SHARE * share), {
    allow: (demand) => requireRoom(demand, request, voice),
  });
  if (dropped > 0) voice.tell(`${dropped} splats cannot be drawn and are left out.`);
  const placed = placeOfSplats({ ...request.place, bounds });
  const { axis: upAxis } = shapeOfScene(model.centres, { isZ: placed.place !== null, y: usualY(request.name) });
  const tree = await mergeSplats(model, voice);
  const bytes = await writeTree(tree, scratch, voice);
  await writeJson(join(scratch, BOUNDS.path), bounds);
  const { place, scale, isTold, problems } = placed;
  const georef = place === null ? null : georefOf(place, scale);
  if (georef !== null) await writeJson(join(scratch, GEOREF.path), georef);
  const needsSystem = !isTold && isFarFromZero(bounds);
  const facts: SplatTreeFacts = {
    splats: model.count,
    dropped,
    shDegree: model.shDegree,
    ...bounds,
    projection: place?.projection ?? null,
    place: place?.footprint ?? null,
    placing: place,
    scale,
    upAxis,
    needsSystem,
    treeSplats: tree.splats.count,
    levels: tree.levels,
    ...warningOf(dropped, problems, needsSystem),
  };
  return { facts, bytes };
}

/** Builds the levels of detail. */
async function mergeSplats(model: SplatModel, voice: ProgramVoice): Promise<SplatTree> {
  const merging = createCountdown(voice, 'Merged');
  const tree = await buildSplatTree(model, {}, ({ share, merged, level }) => {
    voice.progress(READ_SHARE + (MERGE_SHARE - READ_SHARE) * share);
    merging.step(share, `${merged} splats up to a size of ${2 ** level}`);
  });
  voice.tell(`${tree.splats.count} splats with the merged ones, ${tree.levels} levels.`);
  return tree;
}

/** Writes the RAD file. @returns its size in bytes */
async function writeTree(tree: SplatTree, scratch: string, voice: ProgramVoice): Promise<number> {
  const writing = createCountdown(voice, 'Wrote');
  const { bytes } = await writeRad(tree, join(scratch, RAD.path), {}, (share) => {
    voice.progress(MERGE_SHARE + (1 - MERGE_SHARE) * share);
    writing.step(share, `${Math.floor(100 * share)} % of the chunks`);
  });
  return bytes;
}

function warningOf(
  dropped: number,
  problems: readonly string[],
  needsSystem: boolean,
): Pick<SplatTreeFacts, 'warning'> {
  const sentences = [
    ...(dropped > 0 ? [`${dropped} of its splats cannot be drawn and are left out.`] : []),
    ...problems,
    ...(needsSystem ? [NEEDS_SYSTEM] : []),
  ];
  return sentences.length === 0 ? {} : { warning: sentences.join(' ') };
}

const NEEDS_SYSTEM =
  'Its coordinates are those of a coordinate reference system that nothing names, so it has no place on the map. ' +
  'Set the metadata “projection” of the file, such as EPSG:32632, and build it again.';

/** Logs the memory and disk space that the build needs. @throws OperationRefusal for more than is available */
async function requireRoom(
  { count, shDegree, readingBytes }: SplatDemand,
  { scratch, memoryBytes }: Pick<RadRequest, 'scratch' | 'memoryBytes'>,
  voice: ProgramVoice,
): Promise<void> {
  const each = splatBytes(shDegree);
  const memory = BASE_BYTES + count * each + Math.max(readingBytes, count * (TREE_FACTOR * each + MERGE_BYTES));
  const disk = count * TREE_FACTOR * WRITTEN_BYTES(shDegree);
  const told = `${count} splats with harmonics of degree ${shDegree}`;
  voice.tell(`${told}: up to ${megabytes(memory)} of memory and ${megabytes(disk)} of the disk are needed.`);
  if (memory > memoryBytes)
    throw new OperationRefusal(
      `It has ${told}, which take ${megabytes(memory)} of memory; builds may take ${megabytes(memoryBytes)}. Cut it into parts.`,
    );
  await requireFreeSpace(scratch, disk);
}

const writeJson = (path: string, value: object): Promise<void> =>
  writeFile(path, `${JSON.stringify(value)}\n`, { flag: 'wx' });
