import type { Background } from '../../render/index.ts';
import type { Kvp } from '../kvp.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';

/**
 * TRANSPARENT and BGCOLOR: opaque white unless told; null for nothing.
 *
 * @param type of the picture: JPEG shows something everywhere
 * @throws InvalidParameterValue
 */
export function readBackground(kvp: Kvp, type: string): Background | null {
  const transparent = (kvp.text('TRANSPARENT') ?? 'FALSE').toUpperCase();
  if (transparent !== 'TRUE' && transparent !== 'FALSE')
    throw failOgc('InvalidParameterValue', 'TRANSPARENT is TRUE or FALSE.', 'TRANSPARENT');
  const colour = kvp.text('BGCOLOR') ?? '0xFFFFFF';
  const [, red, green, blue] = /^(?:0x|#)([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? [];
  if (red === undefined || green === undefined || blue === undefined)
    throw failOgc('InvalidParameterValue', `BGCOLOR is 0xRRGGBB, not ${quoteInput(colour)}.`, 'BGCOLOR');
  if (transparent === 'TRUE' && type !== JPEG) return null;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

const JPEG = 'image/jpeg';
const WHITE: Background = [255, 255, 255];

/** Background of a legend, which nobody chooses. */
export const legendBackground = (type: string): Background | null => (type === JPEG ? WHITE : null);
