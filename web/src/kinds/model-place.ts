import type { Entry } from '../api/answers.ts';
import { isRecord, textOf } from '../format/value.ts';
import { type Crs, eastNorthUp, parseCrs } from '../scene/geometry/crs.ts';
import { add, type Box, mapTriple, minus, type Triple } from '../scene/geometry/triple.ts';
import { i18n } from '../languages/i18n.ts';

/** Where a model stands. */
export type EntryPlace = {
  /** That of its coordinates, or metres around the place on Earth that a file beside it names. */
  readonly crs: Crs | null;
  /** Place in the CRS that is 0, 0, 0 in the built file. */
  readonly zero: Triple;
};

/** By what the build has found out. Without a CRS, places are those of the model itself. */
export function placeOfEntry(entry: Pick<Entry, 'path' | 'properties'>): EntryPlace {
  const of = (key: string): unknown => entry.properties?.[key];
  const nexus = of('nexus');
  const origin = tripleOf(isRecord(nexus) ? nexus['origin'] : undefined) ?? [0, 0, 0];
  const projection = textOf(of('projection'));
  const crs = projection === '' ? aroundOrigin(of('localOrigin')) : parseCrs(projection);
  const [projected, own] = [boxOf(of('projectedBounds')), boxOf(of('bounds'))];
  const isShifted = projection !== '' && crs !== null && projected !== null && own !== null;
  return { crs, zero: isShifted ? add(origin, shiftOf(entry.path, projected, own)) : origin };
}

/** @param origin longitude, latitude and height of the zero of the model */
function aroundOrigin(origin: unknown): Crs | null {
  const place = tripleOf(origin);
  return place === null ? null : eastNorthUp(place, place.join());
}

/** How the owner of a model without a place gives it one; null: by its metadata, as its coordinates are those of a system. */
export const placeHelpOf = ({ properties }: Pick<Entry, 'properties'>): string | null =>
  Array.isArray(properties?.['crsChoices'])
    ? null
    : i18n.t(
        'To give it a place, put a file “georef.json” beside it, with latitude, longitude and altitude of its zero, and build it again.',
      );

/** What sidecars add to coordinates. Boxes of glTF files are told as their files have them, with y up. */
const shiftOf = (path: string, projected: Box, own: Box): Triple =>
  minus(projected.min, /\.(glb|gltf)$/i.test(path) ? [own.min[0], 0 - own.max[2], own.min[1]] : own.min);

function boxOf(value: unknown): Box | null {
  if (!isRecord(value)) return null;
  const [min, max] = [tripleOf(value['min']), tripleOf(value['max'])];
  return min === null || max === null ? null : { min, max };
}

function tripleOf(value: unknown): Triple | null {
  if (!Array.isArray(value) || value.length !== 3) return null;
  const numbers = mapTriple(value as unknown as Triple, Number);
  return numbers.every(Number.isFinite) ? numbers : null;
}

/** Sentences in which the build tells what the owner should know; null for none. */
export const warningOf = ({ properties }: Pick<Entry, 'properties'>): string | null =>
  textOf(properties?.['warning']) || null;
