import type { Interpolation } from '../../kinds/raster/index.ts';

/** URIs of WCS 2.0. */
export const INTERPOLATION_URIS: Readonly<Record<string, Interpolation>> = {
  'http://www.opengis.net/def/interpolation/OGC/1/nearest-neighbor': 'nearest',
  'http://www.opengis.net/def/interpolation/OGC/1/linear': 'linear',
  'http://www.opengis.net/def/interpolation/OGC/1/cubic': 'cubic',
  'http://www.opengis.net/def/interpolation/OGC/1/average': 'average',
};

const NAMES: Readonly<Record<string, Interpolation>> = {
  nearest: 'nearest',
  'nearest-neighbor': 'nearest',
  'nearest neighbor': 'nearest',
  none: 'nearest',
  linear: 'linear',
  bilinear: 'linear',
  cubic: 'cubic',
  bicubic: 'cubic',
  average: 'average',
};
const URI =
  /^(?:https?:\/\/www\.opengis\.net\/def\/interpolation\/OGC\/[0-9.]{1,5}\/|urn:ogc:def:interpolation:OGC:[0-9.]{0,5}:)/i;

/** A method by its URI, or by any of the names the versions have for it. */
export function readInterpolation(text: string): Interpolation | undefined {
  const name = text.trim().replace(URI, '').toLowerCase();
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}
