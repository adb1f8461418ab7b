import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { paintVertices } from './paint-vertices.ts';
import { embeddedPicture, extensionOfPicture } from './pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A red pixel beside a blue one. */
const PIXELS = [0, 0, 255, 255, 0, 0];
function tga(): Buffer {
  const head = Buffer.alloc(18);
  head[2] = 2;
  head.writeUInt16LE(2, 12);
  head.writeUInt16LE(1, 14);
  head[16] = 24;
  return Buffer.concat([head, Buffer.from(PIXELS)]);
}
function bmp(): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(2, 18);
  head.writeInt32LE(1, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, Buffer.from(PIXELS), Buffer.alloc(2)]);
}

describe.each([
  ['tga', tga()],
  ['bmp', bmp()],
] as const)('a picture in %s, which was uploaded and so lies under another name', (extension, bytes) => {
  const source = async () => {
    const path = join(folder, `0f${extension.length}e`);
    await writeFile(path, bytes);
    return { path, name: `textures/wall.${extension.toUpperCase()}` };
  };

  it('is copied with its extension', async () => {
    expect(await extensionOfPicture(await source())).toBe(extension);
  });

  it('is embedded in a format that glTF has', async () => {
    const { bytes: made, mediaType } = await embeddedPicture(await source());
    expect(mediaType).toBe('image/jpeg');
    expect(await sharp(made).metadata()).toMatchObject({ width: 2, height: 1 });
  });

  it('paints vertices', async () => {
    const model: TriangleModel = {
      origin: [0, 0, 0],
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      normals: null,
      colours: null,
      uvs: Float32Array.of(0.25, 0.5, 0.75, 0.5, 0.25, 0.5),
      triangles: Uint32Array.of(0, 1, 2),
      materialOf: Uint32Array.of(0),
      materials: [{ name: 'wall', colour: [255, 255, 255, 255], texture: await source() }],
      warnings: [],
    };
    const { colours, warnings } = await paintVertices(model);
    expect(warnings).toEqual([]);
    expect([...colours!]).toEqual([255, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0, 255]);
  });
});
