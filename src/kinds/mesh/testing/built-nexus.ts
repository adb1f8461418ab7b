import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { TextureSource, TriangleModel } from '../model/triangle-model.ts';
import { buildNexus, type BuiltNexus, type NexusBuild } from '../nexus/build-nexus.ts';
import { openNexus } from '../nexus/nexus-reader.ts';
import { groundPixels } from './models.ts';
import type { WholeNexus } from './cuts.ts';

export interface TestNexus extends WholeNexus, BuiltNexus {
  /** Pictures by node; null for none. */
  readonly pictures: readonly (Buffer | null)[];
  /** Names of the files that the build left. */
  readonly files: readonly string[];
}

/** Builds a Nexus and reads all of it. */
export async function builtNexus(
  model: TriangleModel,
  options: Partial<Pick<NexusBuild, 'cellTriangles' | 'isCompressed'>> = {},
): Promise<TestNexus> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-nexus-'));
  try {
    const output = join(folder, 'model.nxz');
    const built = await buildNexus(
      model,
      { output, scratch: folder, isCompressed: true, cellTriangles: 256, ...options },
      () => undefined,
    );
    const files = await readdir(folder);
    const reader = await openNexus(output);
    try {
      const numbers = [...reader.head.nodes.keys()];
      return {
        ...built,
        files,
        head: reader.head,
        meshes: await Promise.all(numbers.map((number) => reader.readNode(number))),
        pictures: await Promise.all(numbers.map((number) => reader.readTexture(number))),
      };
    } finally {
      await reader.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A picture for a terrain: `groundPixels` as PNG. */
export async function groundPicture(side: number, island: number, pixels: number): Promise<Uint8Array> {
  const raw = { width: pixels, height: pixels, channels: 3 } as const;
  return sharp(groundPixels(side, island, pixels), { raw })
    .png()
    .toBuffer();
}

/** A model that shows a picture everywhere. */
export const withPicture = (model: TriangleModel, texture: TextureSource): TriangleModel => ({
  ...model,
  materials: [{ name: 'ground', colour: [255, 255, 255, 255], texture }],
});
