/** The last moment that RFC 3339 can write. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A moment as RFC 3339 writes it, in UTC, whole seconds without a fraction. @param milliseconds since 1970 */
export function writeMoment(milliseconds: number): string {
  const isWritable = milliseconds >= 0 && milliseconds <= LAST_MOMENT;
  return new Date(isWritable ? milliseconds : 0).toISOString().replace('.000Z', 'Z');
}
