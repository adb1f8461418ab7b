import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SplatModel } from '../../model/splat-model.ts';
import { readSplats } from '../../read/read-splats.ts';
import type { SplatOutputFormat } from '../formats.ts';
import { writeSplats } from '../write-splats.ts';

/** Encodes and decodes files of splats for tests of tools. */
export interface SplatFiles {
  readonly folder: string;
  bytesOf(model: SplatModel, format?: SplatOutputFormat): Promise<Buffer>;
  read(bytes: Uint8Array, format?: SplatOutputFormat): Promise<SplatModel>;
  close(): Promise<void>;
}

export async function splatFiles(): Promise<SplatFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-splats-'));
  let count = 0;
  const newPath = (format: string): string => join(folder, `${(count += 1)}.${format}`);
  const still = (): void => undefined;
  return {
    folder,
    async bytesOf(model, format = 'ply') {
      const path = newPath(format);
      const list = Uint32Array.from({ length: model.count }, (_, splat) => splat);
      await writeSplats(path, format, { model, list, degree: model.shDegree }, still);
      return readFile(path);
    },
    async read(bytes, format = 'ply') {
      const path = newPath(format);
      await writeFile(path, bytes);
      return (await readSplats({ path, format }, still)).model;
    },
    close: () => rm(folder, { recursive: true }),
  };
}
