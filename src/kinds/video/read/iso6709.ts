import type { VideoFacts } from './video-header.ts';

/**
 * A position as ISO 6709 writes it: latitude and longitude in degrees, degrees and minutes, or degrees, minutes and seconds
 * by the number of digits (`+46.8428`, `+4650.568`, `+465034.3`), then perhaps the altitude in metres. Null for what is none.
 */
export function parseIso6709(text: string): VideoFacts['position'] {
  const parts = /^([+-]\d{1,6}(?:\.\d{0,12})?)([+-]\d{1,7}(?:\.\d{0,12})?)([+-]\d{1,6}(?:\.\d{0,6})?)?/.exec(
    text.trim(),
  );
  if (parts === null) return null;
  const altitude = parts[3] === undefined ? null : Number(parts[3]);
  return [degreesOf(parts[2]!), degreesOf(parts[1]!), altitude];
}

function degreesOf(text: string): number {
  const [sign, whole = '', fraction = ''] = [text[0], ...text.slice(1).split('.')];
  // Minutes and seconds take two digits each at the end of the whole part.
  const digits = whole.length <= 3 ? 0 : whole.length <= 5 ? 1 : 2;
  const cut = whole.length - 2 * digits;
  const last = Number(`${whole.slice(digits === 0 ? 0 : -2)}.${fraction || '0'}`);
  const degrees =
    digits === 0
      ? last
      : Number(whole.slice(0, cut)) + (digits === 1 ? last / 60 : Number(whole.slice(cut, cut + 2)) / 60 + last / 3600);
  return sign === '-' ? -degrees : degrees;
}
