/** A part of a geometry: positions as x and y by turns. The rings of a polygon are one part, as its holes are cut out of it. */
export type GeometryPart =
  | { readonly kind: 'points' | 'line'; readonly positions: Float64Array }
  | { readonly kind: 'polygon'; readonly rings: readonly Float64Array[] };

/** Codes of well-known binary; curves are taken as lines through their control points, surfaces as their parts. */
const POINT = 1;
const LINES = [2, 8];
const POLYGONS = [3, 17];

/** Takes well-known binary apart that GDAL wrote (little-endian, ISO or OGC codes); heights and measures are left out. */
export function partsOf(wkb: Buffer): GeometryPart[] {
  const parts: GeometryPart[] = [];
  let at = 0;
  const count = (): number => {
    at += 4;
    return wkb.readUInt32LE(at - 4);
  };
  const positions = (length: number, dimensions: number): Float64Array => {
    const values = new Float64Array(2 * length);
    for (let index = 0; index < length; index += 1) {
      values[2 * index] = wkb.readDoubleLE(at);
      values[2 * index + 1] = wkb.readDoubleLE(at + 8);
      at += 8 * dimensions;
    }
    return values;
  };
  const read = (): void => {
    at += 1; // byte order
    const code = count();
    const thousands = Math.floor((code & 0x0fff_ffff) / 1000);
    const type = (code & 0x0fff_ffff) % 1000;
    const hasHeight = (code & 0x8000_0000) !== 0 || thousands === 1 || thousands === 3;
    const hasMeasure = (code & 0x4000_0000) !== 0 || thousands >= 2;
    const dimensions = 2 + Number(hasHeight) + Number(hasMeasure);
    if (type === POINT) parts.push({ kind: 'points', positions: positions(1, dimensions) });
    else if (LINES.includes(type)) parts.push({ kind: 'line', positions: positions(count(), dimensions) });
    else if (POLYGONS.includes(type)) {
      const rings = Array.from({ length: count() }, () => positions(count(), dimensions));
      parts.push({ kind: 'polygon', rings });
    } else for (let left = count(); left > 0; left -= 1) read();
  };
  read();
  return parts;
}
