/** Small files whose bytes are being written. They will need a place in the dataset soon. */
export interface InFlightUploads {
  /** @param leastBytes minimum size of the file */
  during<T>(datasetId: string, leastBytes: number, store: () => Promise<T>): Promise<T>;
  any(datasetId: string): boolean;
}

/** Larger files take long: nothing waits for them. */
const SMALL_BYTES = 256 * 1024;

export function createInFlightUploads(): InFlightUploads {
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
