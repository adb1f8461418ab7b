import { type Crs, type Projections, readCrsName } from '../../projections/index.ts';
import type { GeoBounds } from '../../kinds/vector/index.ts';
import type { MapGrid } from '../../render/index.ts';
import type { Kvp } from '../kvp.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { MAX_SIDE } from './limits.ts';
import type { WmsVersion } from './wms-version.ts';

/**
 * The pixels of a picture on the ground, from CRS (SRS in version 1.1.1), BBOX, WIDTH and HEIGHT.
 *
 * @throws MissingParameterValue, InvalidParameterValue, InvalidCRS, InvalidSRS
 */
export async function readMapGrid(
  kvp: Kvp,
  version: WmsVersion,
  projections: Projections,
  signal: AbortSignal,
): Promise<MapGrid> {
  const name = version === '1.1.1' ? 'SRS' : 'CRS';
  const asked = kvp.required(name);
  const numbers = readBox(kvp);
  const [width, height] = [readSide(kvp, 'WIDTH'), readSide(kvp, 'HEIGHT')];
  const crs = await findCrs(asked, projections, signal);
  if (crs === undefined)
    throw failOgc(`Invalid${name}`, `${name} ${quoteInput(asked)} is none that maps can be drawn in.`, name);
  const [a, b, c, d] = numbers;
  // Version 1.3.0 takes the axes in the order of the CRS; 1.1.1 knows no order but x, y.
  const isTurned = version === '1.3.0' && crs.axisOrder === 'yx';
  return { crs: crs.code, box: isTurned ? [b, a, d, c] : numbers, width, height };
}

async function findCrs(asked: string, projections: Projections, signal: AbortSignal): Promise<Crs | undefined> {
  const name = readCrsName(asked);
  return name === undefined ? undefined : projections.find(name.code, signal);
}

function readSide(kvp: Kvp, name: 'WIDTH' | 'HEIGHT'): number {
  kvp.required(name);
  return kvp.whole(name, { min: 1, max: MAX_SIDE })!;
}

/** Longest decimal number that anybody writes. */
const NUMBER = /^[+-]?(?:\d{1,20}\.?\d{0,40}|\.\d{1,40})(?:[eE][+-]?\d{1,3})?$/;

function readBox(kvp: Kvp): GeoBounds {
  kvp.required('BBOX');
  const items = kvp.list('BBOX')!;
  const numbers = items.map((item) => (NUMBER.test(item) ? Number(item) : NaN));
  const [a = NaN, b = NaN, c = NaN, d = NaN] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite))
    throw failOgc('InvalidParameterValue', 'BBOX is four numbers with commas between them.', 'BBOX');
  if (!(a < c && b < d && Number.isFinite(c - a) && Number.isFinite(d - b)))
    throw failOgc(
      'InvalidParameterValue',
      'BBOX has its lower corner first: each of the first two numbers is smaller than its counterpart among the last two.',
      'BBOX',
    );
  return [a, b, c, d];
}
