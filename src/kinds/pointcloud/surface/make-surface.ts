import { closeSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { createRasterOutput } from '../../../geodata/surface/raster-output.ts';
import { OperationRefusal, type ProgramVoice, requireFreeSpace } from '../../../engine/for-children.ts';
import { type Area, createArea } from '../cloud-input/area.ts';
import { type Cloud, eachPiece, openCloud, withinArea } from '../cloud-input/open-cloud.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { recordBytesOf } from '../copc-build/point-layout.ts';
import type { CellRule } from './cells.ts';
import { fillGaps } from './fill-gaps.ts';
import { type Grid, gridAround, type PlaneBox } from './grid.ts';
import { findGroundOf, hasGroundClass } from './cloud-ground.ts';
import { createRasterizer } from './rasterize.ts';
import type { SurfaceAnswer, SurfaceKind, SurfaceRequest } from './request.ts';

/** Value of a pixel without one, as other programs write it. */
const NO_VALUE = -9999;
const GROUND = 2;
/** Low and high noise. */
const NOISE = new Set([7, 18]);
const WITHHELD = 4;
/** Pixels of a strip while gaps are filled. */
const STRIP_PIXELS = 2 ** 22;
/** Shares of the time: looking at a file of columns and finding the ground; reading points; the rest is for the pixels. */
const [PREPARING, READING] = [0.3, 0.6];

const RULES: Readonly<Record<SurfaceKind, CellRule>> = {
  dsm: 'highest',
  dtm: 'mean',
  count: 'count',
  intensity: 'mean',
};
const DESCRIPTIONS: Readonly<Record<SurfaceKind, string>> = {
  dsm: 'Highest point',
  dtm: 'Mean height of ground points',
  count: 'Number of points',
  intensity: 'Mean intensity',
};

/** Whether a point counts, by the bytes of its record and its place. */
type Filter = (records: Uint8Array, at: number, x: number, y: number, z: number) => boolean;

export async function makeSurface(request: SurfaceRequest, voice: ProgramVoice): Promise<SurfaceAnswer> {
  const whole = await openCloud(request.cloud, (share) => voice.progress((share * PREPARING) / 2));
  const area = createArea(request.area, whole.head.wkt, whole.bounds);
  const cloud = await withinArea(whole, area);
  const box = boxOf(cloud, area);
  const { filter, ground } = await filterOf(request, cloud, area, box, (share) =>
    voice.progress((share * PREPARING) / 2 + PREPARING / 2),
  );
  const found = await rastered(request, cloud, area, box, filter, voice);
  if (found.outside === null) return { ...found.answer!, ground };
  // The header said that points lie elsewhere than they do.
  const again = await rastered(request, cloud, area, found.outside, filter, voice);
  return { ...again.answer!, ground };
}

/** The part of the plane that has pixels. */
function boxOf({ bounds: { min, max } }: Cloud, area: Area | null): PlaneBox {
  if (area === null) return { min: [min[0], min[1]], max: [max[0], max[1]] };
  const [lowX, lowY, highX, highY] = area.box;
  const common: PlaneBox = {
    min: [Math.max(min[0], lowX), Math.max(min[1], lowY)],
    max: [Math.min(max[0], highX), Math.min(max[1], highY)],
  };
  // Beside the bounds of the header, where points may lie all the same: they are looked for, and the box becomes theirs.
  return common.min.some((low, axis) => low > common.max[axis]!) ? { min: [lowX, lowY], max: [lowX, lowY] } : common;
}

/** Which points count. */
async function filterOf(
  request: SurfaceRequest,
  cloud: Cloud,
  area: Area | null,
  box: PlaneBox,
  progress: (share: number) => void,
): Promise<{ readonly filter: Filter; readonly ground: SurfaceAnswer['ground'] }> {
  const { kind, ground } = request;
  if (kind === 'count' || kind === 'intensity') return { filter: () => true, ground: null };
  if (kind === 'dsm') return { filter: isSound, ground: null };
  const hasClasses = ground === 'filter' ? false : await hasGroundClass(cloud, area);
  if (hasClasses) return { filter: (records, at) => records[at + 16] === GROUND, ground: 'classes' };
  if (ground === 'classes')
    throw new OperationRefusal(
      'No point of the cloud is classified as ground (class 2). Use the ground filter instead.',
    );
  const isGround = await findGroundOf(cloud, area, box, request.filter, isSound, progress);
  return { filter: (records, at, x, y, z) => isSound(records, at) && isGround(x, y, z), ground: 'filter' };
}

/** Neither noise nor withheld. */
export const isSound = (records: Uint8Array, at: number): boolean =>
  !NOISE.has(records[at + 16]!) && (records[at + 15]! & WITHHELD) === 0;

type Rastered =
  | { readonly outside: null; readonly answer: Omit<SurfaceAnswer, 'ground'> }
  | { readonly outside: PlaneBox; readonly answer?: undefined };

/** @returns the box of all points where some lie outside of the given one */
async function rastered(
  request: SurfaceRequest,
  cloud: Cloud,
  area: Area | null,
  box: PlaneBox,
  filter: Filter,
  voice: ProgramVoice,
): Promise<Rastered> {
  const { kind, resolution, scratch } = request;
  const grid = gridAround(box, resolution);
  const pixels = grid.width * grid.height;
  // Values of points that wait, pixels three times: as they are read, as they are written, and compressed.
  await requireFreeSpace(scratch, cloud.points * 12 + pixels * 12);
  const rasterizer = await createRasterizer(grid, RULES[kind], scratch);
  const raw = join(scratch, `pixels-${crypto.randomUUID()}.tmp`);
  try {
    const points = growing(box, resolution);
    await eachPiece(
      cloud,
      (records) => rasterizer.add(points.of(records, cloud, area, filter, kind === 'intensity')),
      (share) => voice.progress(PREPARING + share * (READING - PREPARING)),
    );
    if (points.count === 0) throw new OperationRefusal(nothingLeft(kind));
    const outside = points.outside();
    if (outside !== null) return { outside };
    await rasterizer.finish(raw, (share) => voice.progress(READING + share * 0.1));
    const made = await writeRaster(request, grid, raw, cloud.head.wkt, (share) =>
      voice.progress(READING + 0.1 + share * (0.9 - READING)),
    );
    return { outside: null, answer: { width: grid.width, height: grid.height, points: points.count, ...made } };
  } finally {
    await rasterizer.close();
    await rm(raw, { force: true });
  }
}

const nothingLeft = (kind: SurfaceKind): string =>
  kind === 'dtm'
    ? 'There is no ground point in the chosen part of the cloud. Choose another area, or use the ground filter.'
    : 'There is no point in the chosen part of the cloud. Choose another area.';

/** Places and values of the points that count, and the box around all of them. */
function growing({ min, max }: PlaneBox, resolution: number) {
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ] as [[number, number], [number, number]];
  const found = {
    count: 0,
    of(records: Uint8Array, { source }: Cloud, area: Area | null, filter: Filter, isIntensity: boolean): Float64Array {
      const { layout } = source;
      const { scale, offset } = layout;
      const recordBytes = recordBytesOf(layout);
      const view = viewOf(records);
      const values = new Float64Array((records.length / recordBytes) * 3);
      let end = 0;
      for (let at = 0; at < records.length; at += recordBytes) {
        const x = view.getInt32(at, true) * scale[0] + offset[0];
        const y = view.getInt32(at + 4, true) * scale[1] + offset[1];
        const z = view.getInt32(at + 8, true) * scale[2] + offset[2];
        if ((area !== null && !area.contains(x, y)) || !filter(records, at, x, y, z)) continue;
        [low[0], low[1]] = [Math.min(low[0], x), Math.min(low[1], y)];
        [high[0], high[1]] = [Math.max(high[0], x), Math.max(high[1], y)];
        values[end] = x;
        values[end + 1] = y;
        values[end + 2] = isIntensity ? view.getUint16(at + 12, true) : z;
        end += 3;
      }
      found.count += end / 3;
      return values.subarray(0, end);
    },
    /** Null where all points lie in the box, but for what rounding and a pixel make of it. */
    outside(): PlaneBox | null {
      const isIn = [0, 1].every(
        (axis) => low[axis]! >= min[axis]! - resolution / 1e6 && high[axis]! <= max[axis]! + resolution / 1e6,
      );
      return isIn ? null : { min: low, max: high };
    },
  };
  return found;
}

/** Fills gaps and makes a GeoTIFF of rows of pixels. */
async function writeRaster(
  { kind, fillRadius, output }: SurfaceRequest,
  grid: Grid,
  raw: string,
  wkt: string | null,
  progress: (share: number) => void,
): Promise<Pick<SurfaceAnswer, 'pixelsWithPoints' | 'pixelsFilled' | 'min' | 'max'>> {
  const { width, height, west, north, side } = grid;
  const target = createRasterOutput(output, {
    width,
    height,
    affine: [west, side, 0, north, 0, -side],
    crs: wkt === null ? null : crsOfWkt(wkt),
    type: 'Float32',
    nodata: NO_VALUE,
    description: DESCRIPTIONS[kind],
    overviews: 'AVERAGE',
  });
  const sums = { pixelsWithPoints: 0, pixelsFilled: 0, min: Infinity, max: -Infinity };
  // Each strip is read with the rows around it: it has at least as many.
  const rows = Math.max(1, 2 * fillRadius, Math.floor(STRIP_PIXELS / width));
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    const [from, to] = [Math.max(0, top - fillRadius), Math.min(height, top + count + fillRadius)];
    const { values, filled } = fillGaps(readRows(raw, width, from, to), width, top - from, count, fillRadius);
    sums.pixelsFilled += filled;
    values.forEach((value, at) => {
      if (Number.isNaN(value)) values[at] = NO_VALUE;
      else [sums.min, sums.max] = [Math.min(sums.min, value), Math.max(sums.max, value)];
      if (kind === 'count' ? value > 0 : !Number.isNaN(value)) sums.pixelsWithPoints += 1;
    });
    target.write(top, count, values);
    progress(((top + count) / height) * 0.5);
  }
  await target.finish((share) => progress(0.5 + share / 2));
  sums.pixelsWithPoints -= sums.pixelsFilled;
  return sums.min > sums.max ? { ...sums, min: null, max: null } : sums;
}

function readRows(path: string, width: number, from: number, to: number): Float32Array {
  const bytes = new Uint8Array((to - from) * width * 4);
  const descriptor = openSync(path, 'r');
  try {
    for (let done = 0; done < bytes.length;) {
      const read = readSync(descriptor, bytes, done, bytes.length - done, from * width * 4 + done);
      if (read === 0) throw new Error('The scratch file is shorter than it was.');
      done += read;
    }
  } finally {
    closeSync(descriptor);
  }
  return new Float32Array(bytes.buffer);
}
