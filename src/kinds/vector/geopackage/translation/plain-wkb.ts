/** What a geometry holds, in well-known binary (ISO, little-endian) that a GeoPackage takes. */
export interface PlainGeometry {
  /** One of MULTI_KINDS, or a collection. */
  readonly kind: number;
  readonly wkb: Buffer;
  readonly hasHeight: boolean;
  readonly hasMeasure: boolean;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** What stands in the way of a geometry: it holds no position, one that is no number, or parts that are not linear. */
export type GeometryFault = 'empty' | 'not finite' | 'not linear';

const POLYGON = 3;
const MULTI_POLYGON = 6;
const COLLECTION = 7;
const POLYHEDRAL_SURFACE = 15;
const TIN = 16;
const TRIANGLE = 17;
/** From kinds of one part to those of several. */
const MULTI_OFFSET = 3;
const HEAD_BYTES = 5;
const COUNT_BYTES = 4;

/**
 * Looks through a geometry as GDAL writes it (ISO, little-endian), and makes one of several parts of it. Surfaces of
 * triangles and faces become polygons; heights that are no numbers become 0.
 */
export function plainGeometry(wkb: Buffer): PlainGeometry | GeometryFault {
  const seen = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity, isFinite: true };
  let at = 0;
  let isLinear = true;

  const count = (): number => {
    at += COUNT_BYTES;
    return wkb.readUInt32LE(at - COUNT_BYTES);
  };
  const positions = (length: number, numbers: number, hasHeight: boolean): void => {
    for (let left = length; left > 0; left -= 1) {
      const [x, y] = [wkb.readDoubleLE(at), wkb.readDoubleLE(at + 8)];
      // Whatever is compared with NaN is false: it is told by what is left over.
      if (!(x - x === 0 && y - y === 0)) seen.isFinite = false;
      if (x < seen.minX) seen.minX = x;
      if (x > seen.maxX) seen.maxX = x;
      if (y < seen.minY) seen.minY = y;
      if (y > seen.maxY) seen.maxY = y;
      if (hasHeight && !Number.isFinite(wkb.readDoubleLE(at + 16))) wkb.writeDoubleLE(0, at + 16);
      at += 8 * numbers;
    }
  };
  const visit = (): void => {
    const code = wkb.readUInt32LE(at + 1);
    const [kind, dimensions] = [code % 1000, Math.floor(code / 1000)];
    const hasHeight = dimensions === 1 || dimensions === 3;
    const numbers = 2 + Number(hasHeight) + Number(dimensions >= 2);
    const plain = PLAIN_KINDS[kind] ?? kind;
    if (plain !== kind) wkb.writeUInt32LE(code - kind + plain, at + 1);
    at += HEAD_BYTES;
    if (plain === 1) positions(1, numbers, hasHeight);
    else if (plain === 2) positions(count(), numbers, hasHeight);
    else if (plain === POLYGON) for (let rings = count(); rings > 0; rings -= 1) positions(count(), numbers, hasHeight);
    else if (plain <= COLLECTION) for (let parts = count(); parts > 0 && isLinear; parts -= 1) visit();
    else isLinear = false;
  };
  visit();
  if (!isLinear) return 'not linear';
  if (!seen.isFinite) return 'not finite';
  if (seen.minX > seen.maxX) return 'empty';
  const code = wkb.readUInt32LE(1);
  const [kind, dimensions] = [code % 1000, Math.floor(code / 1000)];
  const isSingle = kind <= POLYGON;
  const { minX, minY, maxX, maxY } = seen;
  const flags = { hasHeight: dimensions === 1 || dimensions === 3, hasMeasure: dimensions >= 2 };
  const plain = { ...flags, minX, minY, maxX, maxY };
  return isSingle
    ? { ...plain, kind: kind + MULTI_OFFSET, wkb: Buffer.concat([multiHead(code + MULTI_OFFSET), wkb]) }
    : { ...plain, kind, wkb };
}

const PLAIN_KINDS: Readonly<Record<number, number>> = {
  [POLYHEDRAL_SURFACE]: MULTI_POLYGON,
  [TIN]: MULTI_POLYGON,
  [TRIANGLE]: POLYGON,
};

/** The beginning of a geometry of one part. */
function multiHead(code: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES + COUNT_BYTES);
  head[0] = 1;
  head.writeUInt32LE(code, 1);
  head.writeUInt32LE(1, HEAD_BYTES);
  return head;
}
