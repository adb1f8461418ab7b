import { dirname } from 'node:path';
import { requireFreeSpace } from '../../../engine/for-children.ts';
import { BYTES_A_SPLAT, type ChosenSplats, type SplatOutputFormat } from './formats.ts';
import { writePly } from './write-ply.ts';
import { writeSplat } from './write-splat.ts';
import { writeSpz } from './write-spz.ts';

const WRITERS = { ply: writePly, spz: writeSpz, splat: writeSplat } as const;

/** Writes splats into a new file. @throws OperationRefusal for splats that the format cannot hold */
export async function writeSplats(
  path: string,
  format: SplatOutputFormat,
  chosen: ChosenSplats,
  progress: (share: number) => void,
): Promise<void> {
  await requireFreeSpace(dirname(path), chosen.list.length * BYTES_A_SPLAT[format](chosen.degree));
  await WRITERS[format](path, chosen, progress);
}
