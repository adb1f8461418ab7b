const shared = new WeakSet<ArrayBufferLike>();

/**
 * Frees the memory of unused bytes without waiting for the garbage collector. Memory that other views, threads or callers share
 * stays.
 */
export function giveBack({ buffer, byteLength }: Uint8Array | Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !shared.has(buffer)) buffer.transfer(0);
}

/** Leaves bytes that several callers hold to the garbage collector: none of them knows when the others are done. */
export function markShared({ buffer }: Uint8Array): void {
  shared.add(buffer);
}
