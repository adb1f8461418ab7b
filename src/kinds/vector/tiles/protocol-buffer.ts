import type { PbfWriter } from 'pbf';

/** What was written; good until the next change. */
export const written = ({ buf, pos }: PbfWriter, from = 0): Uint8Array => buf.subarray(from, pos);

/** Writes fields that are made already. */
export function writeFields(out: PbfWriter, fields: Uint8Array): void {
  out.realloc(fields.length);
  out.buf.set(fields, out.pos);
  out.pos += fields.length;
}
