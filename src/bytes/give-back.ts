/**
 * Frees the memory of bytes that nobody looks at any more, without waiting for the garbage collector. Memory that the bytes
 * share with others, or with other threads, is left to it.
 */
export function giveBack({ buffer, byteLength }: Uint8Array | Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
