/**
 * Bytes that streams on their way to the disk gather in all while they are few: eight files at full speed. `src/memory` leaves
 * room for them.
 */
export const GATHERED_BYTES = 16 * 1024 * 1024;
/** Least buffer, however many streams there are: two reads of a connection. */
export const LEAST_BUFFER_BYTES = 128 * 1024;

let streams = 0;

/** Room for the buffers of one stream, which are large while few streams have some. */
export interface BufferRoom {
  /** @param count buffers of the stream @param most bytes of one of them when there is enough */
  bytes(count: number, most: number): number;
  close(): void;
}

export function openBufferRoom(): BufferRoom {
  streams += 1;
  return {
    bytes: (count, most) => Math.max(LEAST_BUFFER_BYTES, Math.min(most, Math.floor(GATHERED_BYTES / streams / count))),
    close: () => void (streams -= 1),
  };
}
