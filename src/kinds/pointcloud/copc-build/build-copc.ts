import type * as Gdal from 'gdal-async';
import { ThreadError } from '../../../concurrency/index.ts';
import { OperationRefusal, type ProgramVoice, requireFreeSpace } from '../../../engine/for-children.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { crsOfOwner } from '../../../geodata/place/crs-of-owner.ts';
import { isSoundBox } from '../../../geodata/place/box.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { INFO_RECORD } from '../copc/copc-layout.ts';
import { CopcError } from '../copc/copc-reader.ts';
import { type LasOrigin, ORIGIN_BYTES, readLasOrigin } from '../las/las-bytes.ts';
import { readLasCrs } from '../read/las.ts';
import { readLasHeader } from '../read/las-header.ts';
import { readLasRecords } from '../read/las-records.ts';
import {
  buildCloud,
  buildThreads,
  type BuiltCloud,
  type CloudBuild,
  requireExtent,
  requirePoints,
} from './build-cloud.ts';
import { checkCopc } from './check-copc.ts';
import { cloudFacts, type CloudFacts } from './cloud-facts.ts';
import { planLas } from './las-source.ts';
import { createPace, type Pace } from './pace.ts';
import { planEptColumns } from './ept-columns.ts';
import { planTiles } from './tile-source.ts';
import { readEpt } from '../read/ept.ts';
import { planColumns, type PlannedColumns } from './plan-columns.ts';
import { type PointLayout, recordBytesOf } from './point-layout.ts';
import { scanColumns } from './scan-columns.ts';

export interface CopcRequest {
  readonly path: string;
  /** File to write. */
  readonly output: string;
  readonly scratch: string;
  /** What the owner says the CRS is, in place of that of the file: metadata, so anything; null: nothing. */
  readonly projection: unknown;
  /** Files of the tiles of an Entwine point tile, of which `path` is the description; null: the file itself has the points. */
  readonly tiles: readonly string[] | null;
}

export interface CopcAnswer {
  /** Whether the file is a sound COPC itself: then nothing was written. */
  readonly isSound: boolean;
  readonly facts: CloudFacts;
  readonly nodes: number;
  readonly bytes: number;
}

/** Bytes of a point in the output. Clouds with many extra values have more, and then their scratch file has, too. */
const OUTPUT_BYTES_A_POINT = 12;

export async function buildCopc(request: CopcRequest, voice: ProgramVoice): Promise<CopcAnswer> {
  const { path, projection } = request;
  const told = projection === null ? null : crsOfOwner(projection);
  const format = request.tiles === null ? formatOf(path) : 'ept';
  // One that gets another CRS is not served as it is.
  const sound = format === 'las' && told === null ? await soundCopc(path, voice) : null;
  return sound ?? build(request, format, told, voice);
}

/** The facts of a COPC that can be served as it is; null for another file, and for one with a fault, which is told. */
async function soundCopc(path: string, voice: ProgramVoice): Promise<CopcAnswer | null> {
  const window = openWindow(path);
  try {
    const header = readLasHeader(window);
    const records = readLasRecords(window, header);
    const [first] = records.records;
    if (first?.user !== INFO_RECORD.user || first.id !== INFO_RECORD.id) return null;
    // Programs that read it from the first point to the last go by the list of chunks.
    planLas(path, window, header, records);
    const found = await checkCopc(path, window, voice.progress);
    requireExtent(found.layout, found.measures);
    return { isSound: true, ...answerOf(found, found.layout, readLasCrs(header, records).crs, voice) };
  } catch (error) {
    // A chunk that cannot be read: its points cannot be read in another way, either, and the build will say so.
    if (!(error instanceof CopcError) && !(error instanceof ThreadError)) throw error;
    voice.tell(`It says that it is a COPC, but is not a sound one, and is built anew. ${error.message}`);
    return null;
  } finally {
    window.close();
  }
}

type Format = 'las' | 'text' | 'ply' | 'e57';

async function build(
  request: CopcRequest,
  format: Format | 'ept',
  told: Gdal.SpatialReference | null,
  voice: ProgramVoice,
): Promise<CopcAnswer> {
  const { output, scratch } = request;
  const { crs: own, from, ...planned } = await plan(request, format, voice);
  const crs = told ?? own;
  const job = { ...planned, head: { ...planned.head, wkt: crs?.toWKT() ?? null }, output, scratch };
  requirePoints(job.points);
  await requireRoom(job, voice);
  const reading = createPace(voice, 'Read', job.points);
  let arranging: Pace | undefined;
  const cloud = await buildCloud(job, (share) => {
    voice.progress(from + share * (1 - from));
    if (share < 0.5) return reading.step(2 * share);
    if (arranging === undefined) reading.done();
    arranging ??= createPace(voice, 'Arranged', job.points);
    arranging.step(2 * share - 1);
  });
  arranging?.done();
  return { isSound: false, ...answerOf(cloud, job.source.layout, crs, voice) };
}

function plan(
  { path, tiles }: CopcRequest,
  format: Format | 'ept',
  { progress }: ProgramVoice,
): Planned | Promise<Planned> {
  const scanning = (share: number): void => progress(share * SCAN_SHARE);
  if (format === 'las') return planLasBuild(path);
  return format === 'ept'
    ? planEptBuild(path, tiles ?? [], scanning)
    : planColumnBuild(planColumns(path, format), scanning);
}

/** How its owner gives a CRS to a file that has none. */
const HOW_TO_PLACE =
  'Set the metadata “projection” of the file, such as EPSG:32632 or the text of a .prj file, and build it again.';

function answerOf(
  { measures, footprint, grid, nodes, bytes }: BuiltCloud,
  layout: PointLayout,
  crs: Gdal.SpatialReference | null,
  voice: ProgramVoice,
): Omit<CopcAnswer, 'isSound'> {
  const warning =
    crs === null ? `It has no coordinate reference system, so it has no place on the map. ${HOW_TO_PLACE}` : null;
  if (warning !== null) voice.tell(warning);
  const facts = cloudFacts(layout, measures, footprint, grid, crs);
  return { facts: warning === null ? facts : { ...facts, warning }, nodes, bytes };
}

/** By the first bytes, which are the contents that inspection has seen. */
export function formatOf(path: string): Format {
  const window = openWindow(path);
  try {
    const start = window.bytes(0, Math.min(window.size, 8))?.toString('latin1') ?? '';
    if (start.startsWith('LASF')) return 'las';
    if (start.startsWith('ASTM-E57')) return 'e57';
    return /^ply[\r\n]/.test(start) ? 'ply' : 'text';
  } finally {
    window.close();
  }
}

/** Share of the time that it takes to look at all values of a file of columns first. */
const SCAN_SHARE = 0.3;

/** A cloud whose points can be read, before they are. */
export type Planned = Omit<CloudBuild, 'output' | 'scratch' | 'head'> & {
  readonly head: Omit<CloudBuild['head'], 'wkt'>;
  readonly crs: Gdal.SpatialReference | null;
  /** Share of the time that is over. */
  readonly from: number;
};

/** @throws OperationRefusal where its points cannot be read */
export function planLasBuild(path: string): Planned {
  const window = openWindow(path);
  try {
    const header = readLasHeader(window);
    const records = readLasRecords(window, header);
    return {
      source: planLas(path, window, header, records),
      points: header.pointCount,
      // Points lie outside of a box without size: they are read once more, in the box that was found.
      bounds: isSoundBox(header.bounds) ? header.bounds : { min: header.offset, max: header.offset },
      crs: readLasCrs(header, records).crs,
      from: 0,
      head: readLasOrigin(window.bytes(0, ORIGIN_BYTES)!),
    };
  } finally {
    window.close();
  }
}

/** A file that does not tell where it comes from. */
const NO_ORIGIN: LasOrigin = {
  sourceId: 0,
  globalEncoding: 0,
  projectId: new Uint8Array(16),
  system: '',
  createdDay: 0,
  createdYear: 0,
};

/** Looks at all values first. @throws OperationRefusal where they are no points */
export async function planColumnBuild(columns: PlannedColumns, progress: (share: number) => void): Promise<Planned> {
  const found = await scanColumns(columns, buildThreads(), progress);
  const crs = columns.wkt === null ? null : crsOfWkt(columns.wkt);
  return { ...found, head: NO_ORIGIN, crs, from: SCAN_SHARE };
}

/** @param tiles files of its tiles. @throws OperationRefusal where they cannot be read */
export function planEptBuild(
  path: string,
  tiles: readonly string[],
  progress: (share: number) => void,
): Planned | Promise<Planned> {
  const { root, bounds, crs } = readEpt(path);
  if (root['dataType'] === 'binary' || root['dataType'] === 'zstandard')
    return planColumnBuild({ ...planEptColumns(root, tiles), wkt: crs?.toWKT() ?? null }, progress);
  if (bounds === null) throw new OperationRefusal('Its bounds are not a box of finite numbers.');
  const source = planTiles(tiles);
  return { source, points: source.points, bounds, head: NO_ORIGIN, crs, from: 0 };
}

/** Checked before anything is written: a disk that fills at the end has cost hours. */
async function requireRoom({ points, source, scratch }: CloudBuild, { tell }: ProgramVoice): Promise<void> {
  const needed = points * (recordBytesOf(source.layout) + OUTPUT_BYTES_A_POINT);
  tell(`${points} points: up to ${Math.ceil(needed / 1e6)} MB of the disk are needed while it is built.`);
  await requireFreeSpace(scratch, needed);
}
