/** Small files whose bytes are on their way to the disk: those who need a place soon. */
export interface Arrivals {
  /** @param leastBytes what the file has at least */
  during<T>(datasetId: string, leastBytes: number, store: () => Promise<T>): Promise<T>;
  any(datasetId: string): boolean;
}

/** Larger ones come when they come: nobody waits for them. */
const SMALL_BYTES = 256 * 1024;

export function createArrivals(): Arrivals {
  const counts = new Map<string, number>();
  const add = (datasetId: string, change: number): void => {
    const count = (counts.get(datasetId) ?? 0) + change;
    if (count === 0) counts.delete(datasetId);
    else counts.set(datasetId, count);
  };
  return {
    async during(datasetId, leastBytes, store) {
      if (leastBytes > SMALL_BYTES) return store();
      add(datasetId, 1);
      return store().finally(() => add(datasetId, -1));
    },
    any: (datasetId) => counts.has(datasetId),
  };
}
