import type { ImageFormat } from '../../render/index.ts';
import type { Kvp } from '../kvp.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';

/** A form of pictures. */
export interface PictureFormat {
  /** Its media type as it is asked for and answered. */
  readonly type: string;
  readonly encoding: ImageFormat;
}

/** Those of GetMap and GetLegendGraphic; the first is what clients take that do not choose. */
export const PICTURE_FORMATS: readonly PictureFormat[] = [
  { type: 'image/png', encoding: 'png' },
  { type: 'image/jpeg', encoding: 'jpeg' },
  { type: 'image/webp', encoding: 'webp' },
];
/** Other names that clients use. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
};

/** @throws MissingParameterValue, InvalidFormat */
export function readPictureFormat(kvp: Kvp): PictureFormat {
  const asked = kvp.required('FORMAT');
  const type = asked.toLowerCase();
  const found = PICTURE_FORMATS.find((format) => format.type === (ALIASES[type] ?? type));
  if (found !== undefined) return found;
  const known = PICTURE_FORMATS.map((format) => format.type).join(', ');
  throw failOgc('InvalidFormat', `FORMAT is one of ${known}, not ${quoteInput(asked)}.`, 'FORMAT');
}
