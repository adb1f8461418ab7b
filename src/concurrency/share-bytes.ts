/**
 * The same bytes in memory that all threads have: sent from one to another, they are not copied again. A picture of 64 MiB
 * would hold up the main thread a tenth of a second each way. Anyone who shares them does not change them any more.
 */
export function shareBytes(bytes: Uint8ClampedArray): Uint8ClampedArray<SharedArrayBuffer> {
  const shared = new Uint8ClampedArray(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
