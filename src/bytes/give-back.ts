/**
 * Frees the memory of unused bytes without waiting for the garbage collector. Memory that other views or threads share stays.
 */
export function giveBack({ buffer, byteLength }: Uint8Array | Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
