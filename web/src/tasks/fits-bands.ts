import type { Entry } from '../api/answers.ts';
import type { BandRule } from '../api/parameter-schema.ts';
import { isRecord } from '../format/value.ts';

/** Whether a raster has the bands that a tool or a parameter asks for. What tells of no bands does not fit. */
export function fitsBands(rule: BandRule | null | undefined, properties: Entry['properties'] | undefined): boolean {
  if (rule === null || rule === undefined) return true;
  const bands = properties?.['bands'];
  if (!Array.isArray(bands)) return false;
  const records = bands.filter(isRecord);
  const seen = records.filter((band, index) => index === 0 || band['colorInterp'] !== 'Alpha');
  return (
    seen.length === rule.count &&
    records.length <= rule.count + 1 &&
    seen.every(({ type }) => typeof type === 'string' && rule.types.includes(type))
  );
}
