import type { Triple } from '../../../scene/geometry/triple.ts';
import { FileError, CUT_OFF, DAMAGED } from '../../../scene/loading/file-error.ts';
import { type ExtraField, extraFieldsOf, textOf } from './extra-field.ts';
import type { PageAddress } from './octree.ts';

/** What stands in front of the points of a COPC: layouts of LAS 1.4 R15 and COPC 1.0. */
export type CopcHeader = {
  readonly format: PointFormat;
  /** Bytes of a point. */
  readonly recordBytes: number;
  readonly pointCount: number;
  readonly scale: Triple;
  readonly offset: Triple;
  readonly min: Triple;
  readonly max: Triple;
  readonly wkt: string | null;
  readonly extra: readonly ExtraField[];
  /** Middle and half of the side of the cube of the root. */
  readonly center: Triple;
  readonly halfSize: number;
  /** Distance of points in the root. */
  readonly spacing: number;
  readonly rootPage: PageAddress;
};

export type PointFormat = 6 | 7 | 8;

/** Bytes of a point without extra ones. */
export const BARE_BYTES = { 6: 30, 7: 36, 8: 38 } as const;

const HEADER_BYTES = 375;
const VLR_BYTES = 54;
const INFO_AT = HEADER_BYTES + VLR_BYTES;
const LEAST_BYTES = INFO_AT + 160;
const FORMAT_MASK = 0x3f;
/** Records in front of the points: the CRS, extra bytes, and what programs add. */
const MAX_FRONT = 16 * 1024 * 1024;

/** How many bytes of the file the header needs. @throws FileError */
export function frontBytes(start: Uint8Array): number {
  if (start.length < LEAST_BYTES) throw new FileError(CUT_OFF);
  const view = viewOf(start);
  const isCopc = textOf(start.subarray(0, 4)) === 'LASF' && textOf(start.subarray(377, 381)) === 'copc';
  const bytes = view.getUint32(96, true);
  if (!isCopc || bytes < LEAST_BYTES || bytes > MAX_FRONT) throw new FileError(DAMAGED);
  return bytes;
}

/** @param front the first `frontBytes` of the file, or more @throws FileError */
export function parseCopcHeader(front: Uint8Array): CopcHeader {
  const end = frontBytes(front);
  if (front.length < end) throw new FileError(CUT_OFF);
  const view = viewOf(front);
  const format = view.getUint8(104) & FORMAT_MASK;
  const recordBytes = view.getUint16(105, true);
  if (!isPointFormat(format) || recordBytes < BARE_BYTES[format]) throw new FileError(DAMAGED);
  const triple = (at: number, step = 8): Triple => [
    view.getFloat64(at, true),
    view.getFloat64(at + step, true),
    view.getFloat64(at + 2 * step, true),
  ];
  const records = recordsOf(front.subarray(0, end), view);
  const wkt = records.find(({ user, id }) => user === 'LASF_Projection' && id === 2112);
  const extra = records.find(({ user, id }) => user === 'LASF_Spec' && id === 4);
  const header: CopcHeader = {
    format,
    recordBytes,
    pointCount: Number(view.getBigUint64(247, true)),
    scale: triple(131),
    offset: triple(155),
    max: triple(179, 16),
    min: triple(187, 16),
    wkt: wkt === undefined ? null : textOf(wkt.payload).trim() || null,
    extra: extra === undefined ? [] : extraFieldsOf(extra.payload, BARE_BYTES[format], recordBytes),
    center: triple(INFO_AT),
    halfSize: view.getFloat64(INFO_AT + 24, true),
    spacing: view.getFloat64(INFO_AT + 32, true),
    rootPage: {
      offset: Number(view.getBigUint64(INFO_AT + 40, true)),
      bytes: Number(view.getBigUint64(INFO_AT + 48, true)),
    },
  };
  requireNumbers(header);
  return header;
}

const isPointFormat = (format: number): format is PointFormat => format === 6 || format === 7 || format === 8;

/** Numbers that are none would put every point nowhere. */
function requireNumbers({ scale, offset, min, max, center, halfSize, spacing }: CopcHeader): void {
  const all = [...scale, ...offset, ...min, ...max, ...center, halfSize, spacing];
  const positive = [...scale, halfSize, spacing];
  if (!all.every(Number.isFinite) || !positive.every((value) => value > 0)) throw new FileError(DAMAGED);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

type LasRecord = { readonly user: string; readonly id: number; readonly payload: Uint8Array };

function recordsOf(front: Uint8Array, view: DataView): readonly LasRecord[] {
  const records: LasRecord[] = [];
  const count = view.getUint32(100, true);
  let at = HEADER_BYTES;
  while (records.length < count && at + VLR_BYTES <= front.length) {
    const end = at + VLR_BYTES + view.getUint16(at + 20, true);
    if (end > front.length) break;
    const user = textOf(front.subarray(at + 2, at + 18));
    records.push({ user, id: view.getUint16(at + 18, true), payload: front.subarray(at + VLR_BYTES, end) });
    at = end;
  }
  return records;
}
