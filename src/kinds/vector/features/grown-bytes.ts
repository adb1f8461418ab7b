/**
 * Bytes with room for more behind those that are used: the same where there is room, else a copy of at least twice the length, so
 * that many small writes copy each byte a few times at most.
 */
export function grownBytes(bytes: Uint8Array<ArrayBuffer>, used: number, more: number): Uint8Array<ArrayBuffer> {
  const wanted = used + more;
  if (wanted <= bytes.length) return bytes;
  const grown = new Uint8Array(Math.max(wanted, 2 * bytes.length));
  grown.set(bytes.subarray(0, used));
  return grown;
}
