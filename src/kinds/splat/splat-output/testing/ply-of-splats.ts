import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SplatModel } from '../../model/splat-model.ts';
import { writePly } from '../write-ply.ts';

/** A PLY file of splats. */
export function plyOfSplats(model: SplatModel): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'alidade-splats-'));
  try {
    const path = join(folder, 'splats.ply');
    const list = Uint32Array.from({ length: model.count }, (_, splat) => splat);
    writePly(path, { model, list, degree: model.shDegree }, () => undefined);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
