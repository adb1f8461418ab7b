import { readFileSync } from 'node:fs';
import type { Overrun, UnpackRequest } from './request.ts';
import { freeBytes, OperationRefusal } from '../../../engine/for-children.ts';

/** Thrown when the files exceed a limit that does not depend on the archive. */
export class RoomOverrun extends Error {
  override readonly name = 'RoomOverrun';
  readonly overrun: Overrun;

  constructor(overrun: Overrun) {
    super(`The files need ${overrun.bytes} bytes; ${overrun.room} are left (${overrun.limit}).`);
    this.overrun = overrun;
  }
}

/** Counts bytes against all limits: sizes that an archive declares, and bytes that come out of it. */
export interface Room {
  /** True for a file of the dataset that stays, so that nothing of it is written. */
  isKept(path: string): boolean;
  /** Counts a file before its bytes. @param size its declared size; 0 where none is declared */
  declare(path: string, size: number): void;
  /** Checks all that is declared. @throws RoomOverrun; OperationRefusal `too-large` */
  requireDeclared(): void;
  /** Counts bytes before they are written. @throws as `requireDeclared` */
  take(bytes: number): void;
  /** Counts bytes of a kept file, which are read and not written. @throws OperationRefusal `too-large` */
  skip(bytes: number): void;
}

type Limits = Pick<UnpackRequest, 'maxBytes' | 'overwrite'> & {
  /** Infinity: no quota binds. */
  readonly quotaBytes: number;
  readonly diskBytes: number;
  /** Sizes of files of the dataset by path. */
  readonly present: ReadonlyMap<string, number>;
};

/** Bytes so far, as declared or as read. */
interface Sum {
  written: number;
  kept: number;
}

export function createRoom({ maxBytes, quotaBytes, diskBytes, present, overwrite }: Limits): Room {
  const [declared, read]: [Sum, Sum] = [
    { written: 0, kept: 0 },
    { written: 0, kept: 0 },
  ];
  /** Bytes of the dataset's files that become free. */
  let freed = 0;
  const isKept = (path: string): boolean => !overwrite && present.has(path);
  const check = ({ written, kept }: Sum): void => {
    if (written + kept > maxBytes) throw tooLarge(maxBytes);
    if (written - freed > quotaBytes)
      throw new RoomOverrun({ limit: 'quota', bytes: written - freed, room: quotaBytes });
    if (written > diskBytes) throw new RoomOverrun({ limit: 'disk', bytes: written, room: diskBytes });
  };
  return {
    isKept,
    declare(path, size) {
      if (overwrite) freed += present.get(path) ?? 0;
      declared[isKept(path) ? 'kept' : 'written'] += size;
    },
    requireDeclared: () => check(declared),
    take(bytes) {
      read.written += bytes;
      check(read);
    },
    skip(bytes) {
      read.kept += bytes;
      check(read);
    },
  };
}

/** The room of a request: its disk is asked now. */
export async function roomOf({ folder, leastFreeBytes, quotaBytes, present, ...limits }: UnpackRequest): Promise<Room> {
  const diskBytes = Math.max(0, (await freeBytes(folder)) - leastFreeBytes);
  const lines = present === null ? [] : readFileSync(present, 'utf8').split('\n').filter(Boolean);
  const sizes = new Map(lines.map((line) => JSON.parse(line) as [string, number]));
  return createRoom({ ...limits, quotaBytes: quotaBytes ?? Infinity, diskBytes, present: sizes });
}

export const tooLarge = (maxBytes: number): OperationRefusal =>
  new OperationRefusal(`The archive unpacks to more than ${maxBytes} bytes, the most that is allowed.`, 'too-large');
