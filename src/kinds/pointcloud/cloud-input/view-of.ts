/** A view of the bytes of records. */
export const viewOf = (records: Uint8Array): DataView =>
  new DataView(records.buffer, records.byteOffset, records.byteLength);
