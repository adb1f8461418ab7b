import type { PhotoFacts } from './read/photo-facts.child.ts';

/** The metadata of a photograph, asked by name. Names are exifr's for EXIF and `prefix:Name` for XMP. */
export interface PhotoFields {
  exifText(...names: readonly string[]): string | null;
  /** The first number of the first of these fields that has one. */
  exifNumber(...names: readonly string[]): number | null;
  exifNumbers(name: string): readonly number[];
  xmpText(...names: readonly string[]): string | null;
  /** Numbers are written `+39.90` or as fractions `399/10`; what is neither is passed over. */
  xmpNumber(...names: readonly string[]): number | null;
}

export function fieldsOf({ exif, xmp }: Pick<PhotoFacts, 'exif' | 'xmp'>): PhotoFields {
  const exifNumbers = (name: string): readonly number[] => {
    const value = exif?.get(name);
    return typeof value === 'object' ? value : [];
  };
  return {
    exifNumbers,
    exifText: (...names) => first(names, (name) => textOf(exif?.get(name))),
    exifNumber: (...names) => first(names, (name) => exifNumbers(name)[0] ?? null),
    xmpText: (...names) => first(names, (name) => xmp?.get(name) ?? null),
    xmpNumber: (...names) => first(names, (name) => parseNumber(xmp?.get(name) ?? '')),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function first<T>(names: readonly string[], find: (name: string) => T | null): T | null {
  for (const name of names) {
    const found = find(name);
    if (found !== null) return found;
  }
  return null;
}

/** A finite number from its text; null for anything else. */
export function parseNumber(text: string): number | null {
  const [, above = '', below = '1'] =
    /^([+-]?\d{1,15}(?:\.\d{0,15})?(?:e[+-]?\d{1,2})?)(?:\/(\d{1,15}))?$/i.exec(text.trim()) ?? [];
  const value = above === '' ? Number.NaN : Number(above) / Number(below);
  return Number.isFinite(value) ? value : null;
}
