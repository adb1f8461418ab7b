import type { Vector3 } from '../../../geodata/place/box.ts';
import { BARE_BYTES } from '../las/las-bytes.ts';
import type { ExtraField } from '../las/extra-fields.ts';

/** How the points of a cloud are stored, as records of LAS 1.4. */
export interface PointLayout {
  /** 6, 7 with colours, 8 with infrared as well. */
  readonly format: 6 | 7 | 8;
  readonly extra: readonly ExtraField[];
  readonly scale: Vector3;
  readonly offset: Vector3;
}

/** Bytes of a record. */
export const recordBytesOf = ({ format, extra }: Pick<PointLayout, 'format' | 'extra'>): number =>
  BARE_BYTES[format]! + extra.reduce((sum, { bytes }) => sum + bytes, 0);
