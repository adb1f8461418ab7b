import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { openLasCloud } from '../cloud-input/open-cloud.ts';
import { buildCloud } from '../copc-build/build-cloud.ts';
import { recordBytesOf } from '../copc-build/point-layout.ts';
import { createCsvFile } from './csv-file.ts';
import { createLasFile } from './las-file.ts';
import { createPlyFile } from './ply-file.ts';
import type { PointFile, PointFileHead, PointFormat, PointLayout } from './point-file.ts';

export interface CloudOutput {
  readonly format: PointFormat;
  /** File to write. */
  readonly output: string;
  /** Folder for scratch files, which are removed. */
  readonly scratch: string;
  readonly head: PointFileHead;
}

/** Share of the time that is spent before the octree of a COPC is built. */
const FIRST_SHARE = 0.4;

/**
 * Writes a cloud in any format. For a COPC the points wait in a LAS file, as its octree needs all of them.
 *
 * @param fill adds all points; told of the share of its work that is done
 * @returns number of points
 * @throws OperationRefusal where no point was added, or too few for a COPC
 */
export async function writeCloud(
  { format, output, scratch, head }: CloudOutput,
  fill: (add: (records: Uint8Array) => Promise<void>, progress: (share: number) => void) => Promise<void>,
  progress: (share: number) => void,
): Promise<number> {
  const isCopc = format === 'copc.laz';
  const path = isCopc ? join(scratch, `points-${crypto.randomUUID()}.las`) : output;
  const recordBytes = recordBytesOf(head.layout);
  let points = 0;
  try {
    const file = await createPointFile(path, isCopc ? 'las' : format, head);
    try {
      const add = async (records: Uint8Array): Promise<void> => {
        points += records.length / recordBytes;
        await file.add(records);
      };
      await fill(add, (share) => progress(isCopc ? share * FIRST_SHARE : share));
      if (points === 0)
        throw new OperationRefusal('No point of the cloud is left: change the area or what else was chosen.');
      await file.finish();
    } finally {
      await file.close();
    }
    if (isCopc) await arrange(path, output, scratch, (share) => progress(FIRST_SHARE + share * (1 - FIRST_SHARE)));
    return points;
  } finally {
    if (isCopc) await rm(path, { force: true });
  }
}

function createPointFile(path: string, format: PointFormat, head: PointFileHead): Promise<PointFile> {
  if (format === 'csv') return createCsvFile(path, head.layout);
  if (format === 'ply') return createPlyFile(path, head.layout);
  return createLasFile(path, head, format === 'laz');
}

async function arrange(
  path: string,
  output: string,
  scratch: string,
  progress: (share: number) => void,
): Promise<void> {
  const planned = openLasCloud(path);
  const { min, max } = planned.bounds;
  if (planned.points < 2 || (min[0] === max[0] && min[1] === max[1]))
    throw new OperationRefusal('A COPC needs points at two places at least. Choose LAZ.');
  await buildCloud({ ...planned, output, scratch }, progress);
}

/** Bytes of a row of text, about. */
const CSV_BYTES = 160;

/** Bytes on the disk while a cloud is written, about. @param layout of its points */
export function bytesToWrite(
  format: PointFormat,
  points: number,
  layout: Pick<PointLayout, 'format' | 'extra'>,
): number {
  const recordBytes = recordBytesOf(layout);
  const each: Readonly<Record<PointFormat, number>> = {
    laz: recordBytes / 2,
    las: recordBytes,
    // The points twice, and the file.
    'copc.laz': 2.5 * recordBytes,
    ply: 2 * recordBytes,
    csv: CSV_BYTES + 4 * recordBytes,
  };
  return points * each[format];
}
