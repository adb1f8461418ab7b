/** A part of a file: first and last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a `Range` header (RFC 9110 section 14) against a file's size.
 *
 * @returns the range; `undefined` when the whole file is to be sent (no header, another unit, malformed, or more than one
 *   range, which a server may ignore); `'unsatisfiable'` when nothing of it lies in the file
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return undefined;
  const [, start = '', end = ''] = match;
  if (start === '') {
    if (end === '') return undefined;
    const length = Math.min(Number(end), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(start);
  const last = end === '' ? size - 1 : Math.min(Number(end), size - 1);
  if (end !== '' && Number(end) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
}
