import type { PhotoRow } from './photo-rows.ts';

/** Photos as files, as the service writes those of layers. */

const HEADS = ['path', 'date', 'camera', 'height', 'size', 'longitude', 'latitude'];

/** A CSV (RFC 4180) of photos. */
export const photoCsv = (rows: readonly PhotoRow[]): string =>
  [
    HEADS,
    ...rows.map(({ path, date, camera, height, size, place }) => [
      path,
      date,
      camera,
      height,
      size,
      ...(place ?? ['', '']),
    ]),
  ]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('');

function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? inert(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets take texts that begin so for formulas and run them: a mark before keeps them texts. */
const inert = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** A GeoJSON (RFC 7946) of photos; those without a place have no geometry. */
export const photoGeoJson = (rows: readonly PhotoRow[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: rows.map(({ path, date, camera, height, size, place }) => ({
      type: 'Feature',
      geometry: place && { type: 'Point', coordinates: height === null ? place : [...place, height] },
      properties: { path, date, camera, height, size },
    })),
  });
