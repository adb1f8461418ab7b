import type { Crs, Projections } from '../../projections/index.ts';
import { type BoxLiteral, projectBox } from '../filters/project-literal.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/**
 * Reads `bbox`: four numbers, or six with heights, which are not looked at. In degrees the west may be greater than the east.
 *
 * @param crs of the numbers, in its official order of axes
 * @throws InvalidParameterValue
 */
export function readBbox(text: string, crs: Crs, projections: Projections, signal: AbortSignal): Promise<BoxLiteral> {
  const parts = text.split(',', 7).map((part) => part.trim());
  const numbers = parts.map((part) => (NUMBER.test(part) ? Number(part) : NaN));
  if ((parts.length !== 4 && parts.length !== 6) || !numbers.every(Number.isFinite))
    throw invalid(`bbox is four numbers, or six with heights, not ${quoteInput(text)}`);
  const half = parts.length / 2;
  const [a, b, c, d] = [numbers[0]!, numbers[1]!, numbers[half]!, numbers[half + 1]!];
  const [west, south, east, north] = crs.axisOrder === 'yx' ? [b, a, d, c] : [a, b, c, d];
  if (crs.isGeographic && Math.max(Math.abs(west), Math.abs(east)) > 180)
    throw invalid('bbox has longitudes from -180 to 180');
  if (crs.isGeographic && Math.max(Math.abs(south), Math.abs(north)) > 90)
    throw invalid('bbox has latitudes from -90 to 90');
  return projectBox([west, south, east, north], crs, projections, signal);
}

const invalid = (message: string): Error => failOgc('InvalidParameterValue', `${message}.`, 'bbox');
