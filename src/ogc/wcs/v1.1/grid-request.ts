import type { Crs } from '../../../projections/index.ts';
import type { Box, Extract } from '../../../kinds/raster/index.ts';
import type { Kvp } from '../../kvp.ts';
import { failOgc, quoteInput } from '../../ogc-error.ts';
import type { OgcCall } from '../../service.ts';
import type { Coverage } from '../coverage.ts';
import type { WcsDependencies } from '../dependencies.ts';
import { boxIn, extractFor, movedBox, pixelOver } from '../extract.ts';
import { boxOf, gridOf, shared, windowOf } from '../grid.ts';
import { knownCrs, type NamedCrs } from '../known-crs.ts';
import { readNumbers } from '../numbers.ts';
import { uprightGrid } from '../upright.ts';

/** A step between pixels, and a position of one; both x first. */
interface AskedGrid {
  readonly named: NamedCrs;
  readonly step: readonly [number, number] | undefined;
  readonly origin: readonly [number, number] | undefined;
}

/**
 * What BoundingBox and the parameters of a grid ask for. With steps of a grid the box is one of pixel centres, as clients
 * send it; without them the coverage's own pixels are given.
 *
 * @throws MissingParameterValue, InvalidParameterValue
 */
export async function gridRequest(call: OgcCall, coverage: Coverage, dependencies: WcsDependencies): Promise<Extract> {
  const { kvp, signal } = call;
  const { projections } = dependencies;
  const items = kvp.required('BoundingBox').split(',', 6);
  const boxCrs = await knownCrs(call, dependencies, items[4] ?? 'urn:ogc:def:crs:OGC:1.3:CRS84', 'BoundingBox');
  const given = readBox(items.slice(0, 4), boxCrs);
  const asked = await askedGrid(call, coverage, dependencies);
  const { crs } = asked.named;
  const box = await movedBox(projections, given, boxCrs.crs.code, crs.code, signal);
  const whole = await boxIn(projections, coverage.grid, coverage.crs.code, crs.code, signal);
  if (box === undefined || whole === undefined || shared(box, whole) === undefined) throw outside();
  if (asked.step !== undefined) return stepped(coverage, crs, box, asked.step, asked.origin);
  if (crs.code === coverage.crs.code) return ownPixels(coverage, box);
  const part = shared(box, whole) ?? whole;
  const pixel = pixelOver(whole, coverage.grid);
  const count = (length: number): number => Math.max(1, Math.round(length / pixel));
  return extractFor(coverage, crs, part, count(part[2] - part[0]), count(part[3] - part[1]));
}

const outside = (): Error => failOgc('InvalidParameterValue', 'The box lies outside the coverage.', 'BoundingBox');

function ownPixels(coverage: Coverage, box: Box): Extract {
  const grid = uprightGrid(coverage);
  const window = windowOf(grid, box);
  if (window === undefined) throw outside();
  return extractFor(coverage, coverage.crs, boxOf(gridOf(grid, window)), window.width, window.height);
}

/** The points of a grid that lie in the box; rounding of what clients compute must not lose one. */
function stepped(
  coverage: Coverage,
  crs: Crs,
  [minX, minY, maxX, maxY]: Box,
  [stepX, stepY]: readonly [number, number],
  [originX, originY]: readonly [number, number] = [minX, maxY],
): Extract {
  const slack = 1e-3;
  const points = (low: number, high: number, origin: number, step: number): readonly [number, number] => {
    const first = Math.ceil((low - origin) / step - slack);
    const last = Math.floor((high - origin) / step + slack);
    // A box between two points means the nearest one.
    const nearest = Math.round(((low + high) / 2 - origin) / step);
    return last >= first ? [origin + first * step, last - first + 1] : [origin + nearest * step, 1];
  };
  const [left, width] = points(minX, maxX, originX, stepX);
  const [bottom, height] = points(minY, maxY, originY, stepY);
  const edges = [left - stepX / 2, bottom - stepY / 2] as const;
  const box: Box = [...edges, edges[0] + width * stepX, edges[1] + height * stepY];
  return extractFor(coverage, crs, box, width, height);
}

async function askedGrid(call: OgcCall, { crs }: Coverage, dependencies: WcsDependencies): Promise<AskedGrid> {
  const { kvp } = call;
  const name = kvp.text('GridBaseCRS');
  const named =
    name === undefined ? { crs, isOfficial: true } : await knownCrs(call, dependencies, name, 'GridBaseCRS');
  const origin = pairOf(kvp, 'GridOrigin', named);
  const offsets = kvp.text('GridOffsets');
  if (offsets === undefined) return { named, step: undefined, origin };
  const values = offsets.split(',', 5);
  const pair = readNumbers(values, 2) ?? diagonal(readNumbers(values, 4));
  if (pair === undefined)
    throw failOgc(
      'InvalidParameterValue',
      'GridOffsets must be two steps, or two vectors along the axes.',
      'GridOffsets',
    );
  const [first = 0, second = 0] = pair.map(Math.abs);
  if (first === 0 || second === 0) throw failOgc('InvalidParameterValue', 'A step of 0 makes no grid.', 'GridOffsets');
  // Four numbers are two vectors: one without a first part is along the second axis, and then so is the first step.
  const isTurned = values.length === 4 && Number(values[0]) === 0;
  return { named, step: isFlipped(named) !== isTurned ? [second, first] : [first, second], origin };
}

/** The steps of two vectors, each along an axis. */
function diagonal(vectors: readonly number[] | undefined): readonly number[] | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = vectors ?? [];
  if (b === 0 && c === 0) return [a, d];
  return a === 0 && d === 0 ? [b, c] : undefined;
}

const isFlipped = ({ crs, isOfficial }: NamedCrs): boolean => isOfficial && crs.axisOrder === 'yx';

function pairOf(kvp: Kvp, name: string, crs: NamedCrs): readonly [number, number] | undefined {
  const text = kvp.text(name);
  if (text === undefined) return undefined;
  const [first, second] = readNumbers(text.split(',', 3), 2) ?? [];
  if (first === undefined || second === undefined)
    throw failOgc('InvalidParameterValue', `${name} must be two numbers, not ${quoteInput(text)}.`, name);
  return isFlipped(crs) ? [second, first] : [first, second];
}

function readBox(items: readonly string[], crs: NamedCrs): Box {
  const [a = 0, b = 0, c = 0, d = 0] = readNumbers(items, 4) ?? [0, 0, -1, -1];
  // One pixel has the same centre on both sides.
  if (a > c || b > d)
    throw failOgc(
      'InvalidParameterValue',
      'BoundingBox must be two corners, the lower one first, and a CRS.',
      'BoundingBox',
    );
  return isFlipped(crs) ? [b, a, d, c] : [a, b, c, d];
}
