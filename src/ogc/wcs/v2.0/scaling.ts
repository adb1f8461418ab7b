import type { Kvp } from '../../kvp.ts';
import { failOgc, quoteInput } from '../../ogc-error.ts';
import { dimensionOf } from '../axes.ts';
import { readNumber } from '../numbers.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const PARAMETERS = ['SCALEFACTOR', 'SCALEAXES', 'SCALESIZE', 'SCALEEXTENT'] as const;

/** How many pixels are wanted, by the scaling extension. @throws InvalidScaleFactor, InvalidExtent, ScaleAxisUndefined */
export function scaledSize(kvp: Kvp, size: Size): Size {
  const given = PARAMETERS.filter((name) => kvp.text(name) !== undefined);
  const [name] = given;
  if (name === undefined) return size;
  if (given.length > 1)
    throw failOgc(
      'InvalidParameterValue',
      `Only one of ${PARAMETERS.join(', ')} can be given.`,
      given[1]?.toLowerCase(),
    );
  const text = kvp.required(name);
  if (name === 'SCALEFACTOR') {
    const factor = factorOf(text, name);
    return { width: times(size.width, factor), height: times(size.height, factor) };
  }
  const wanted = perAxis(text, name);
  const side = (dimension: 'x' | 'y', count: number): number => {
    const value = wanted[dimension];
    if (value === undefined) return count;
    if (name === 'SCALEAXES') return times(count, factorOf(value, name));
    return name === 'SCALESIZE' ? wholeOf(value, 'InvalidScaleFactor', name) : extentOf(value);
  };
  return { width: side('x', size.width), height: side('y', size.height) };
}

const times = (count: number, factor: number): number => Math.max(1, Math.round(count * factor));

function factorOf(text: string, name: string): number {
  const factor = readNumber(text);
  if (factor > 0) return factor;
  throw failOgc('InvalidScaleFactor', `${quoteInput(text)} is no factor above 0.`, name.toLowerCase());
}

function wholeOf(text: string, code: string, name: string): number {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  if (value > 0) return value;
  throw failOgc(code, `${quoteInput(text)} is no number of pixels.`, name.toLowerCase());
}

/** First and last index, as in `0:99`. */
function extentOf(text: string): number {
  const [, low = '', high = ''] = /^\s*(-?\d{1,9})\s*[:,]\s*(-?\d{1,9})\s*$/.exec(text) ?? [];
  const count = Number(high) - Number(low) + 1;
  if (low !== '' && count > 0) return count;
  throw failOgc('InvalidExtent', `${quoteInput(text)} is no extent of the form low:high.`, 'scaleextent');
}

const ITEM = /\s*([^(),]{1,200})\(([^()]{0,100})\)\s*(?:,|$)/y;

/** Reads `E(2),N(3)`. */
function perAxis(text: string, name: string): Partial<Record<'x' | 'y', string>> {
  const values: Partial<Record<'x' | 'y', string>> = {};
  ITEM.lastIndex = 0;
  while (ITEM.lastIndex < text.length) {
    const [, label = '', value = ''] = ITEM.exec(text) ?? [];
    const dimension = dimensionOf(label);
    if (dimension === undefined || values[dimension] !== undefined)
      throw failOgc('ScaleAxisUndefined', `${quoteInput(text)} names no axis, or one twice.`, name.toLowerCase());
    values[dimension] = value;
  }
  return values;
}
