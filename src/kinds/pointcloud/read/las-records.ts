import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { fieldText } from '../../../geodata/plain-text.ts';
import type { LasHeader } from './las-header.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** A variable length record. */
export interface LasRecord {
  /** Who defined it, such as LASF_Projection. */
  readonly user: string;
  readonly id: number;
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
}

export interface LasRecords {
  readonly records: readonly LasRecord[];
  /** What is wrong with those that follow the points; those before them are sound or the file is refused. */
  readonly problem: string | null;
  /** The payload of the first such record; null when there is none or it is larger than any of its kind. */
  payload(user: string, id: number): Buffer | null;
}

const RECORD_HEADER = 54;
const EXTENDED_HEADER = 60;
/** Programs write some ten, at most a hundred. */
const MAX_RECORDS = 10_000;
/** The largest record of the first kind; nothing that is read here needs more. */
const MAX_PAYLOAD = 65_535;

/** Lists the records of a file. Throws OperationRefusal when those in front of the points do not fit there. */
export function readLasRecords(window: ByteWindow, header: LasHeader): LasRecords {
  const front = readFront(window, header);
  const { records: back, problem } = readBack(window, header);
  const records = [...front, ...back];
  return {
    records,
    problem,
    payload(user, id) {
      const found = records.find((record) => record.user === user && record.id === id && record.length <= MAX_PAYLOAD);
      return found === undefined ? null : window.bytes(found.offset, found.length);
    },
  };
}

function readFront(window: ByteWindow, { headerSize, pointOffset, recordCount }: LasHeader): readonly LasRecord[] {
  const refusal = (): OperationRefusal =>
    new OperationRefusal(`It declares ${recordCount} records in front of its points, where they do not fit.`);
  if (recordCount * RECORD_HEADER > pointOffset - headerSize) throw refusal();
  if (recordCount > MAX_RECORDS)
    throw new OperationRefusal(`It has more than ${MAX_RECORDS} records in front of its points.`, 'too-large');
  const records: LasRecord[] = [];
  let at = headerSize;
  for (let index = 0; index < recordCount; index += 1) {
    const head = window.bytes(at, RECORD_HEADER);
    const length = head?.readUInt16LE(20) ?? 0;
    if (head === null || at + RECORD_HEADER + length > pointOffset) throw refusal();
    records.push(recordOf(head, at + RECORD_HEADER, length));
    at += RECORD_HEADER + length;
  }
  return records;
}

function readBack(window: ByteWindow, header: LasHeader): { records: readonly LasRecord[]; problem: string | null } {
  const { extendedOffset, extendedCount, pointOffset } = header;
  const records: LasRecord[] = [];
  const outside = { records, problem: 'The file is cut off or damaged: records after its points lie outside of it.' };
  if (extendedCount === 0) return { records, problem: null };
  if (extendedOffset < pointOffset) return outside;
  let at = extendedOffset;
  for (let index = 0; index < Math.min(extendedCount, MAX_RECORDS); index += 1) {
    const head = window.bytes(at, EXTENDED_HEADER);
    const length = Number(head?.readBigUInt64LE(20) ?? 0n);
    if (head === null || at + EXTENDED_HEADER + length > window.size) return outside;
    records.push(recordOf(head, at + EXTENDED_HEADER, length));
    at += EXTENDED_HEADER + length;
  }
  const problem = extendedCount > MAX_RECORDS ? `It lists more than ${MAX_RECORDS} records after its points.` : null;
  return { records, problem };
}

const recordOf = (head: Buffer, offset: number, length: number): LasRecord => ({
  user: fieldText(head.subarray(2, 18)),
  id: head.readUInt16LE(18),
  offset,
  length,
});
