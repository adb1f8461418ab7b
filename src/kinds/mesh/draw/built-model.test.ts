import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { buildNexus } from '../nexus/build-nexus.ts';
import { openNexus } from '../nexus/nexus-reader.ts';
import { CAMERA } from './camera.ts';
import modelPicture from './model-picture.child.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-built-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SIDE = 160;
const PICTURE = 1024;

/** A colour for each of 8 x 8 fields of a picture. */
const colourOf = (u: number, v: number): readonly [number, number, number] => {
  const field = 8 * Math.floor(8 * v) + Math.floor(8 * u);
  return [60 + ((field * 37) % 180), 60 + ((field * 83) % 180), 60 + ((field * 131) % 180)];
};

/** Hills with 51,200 triangles, all of one picture. */
async function hills(): Promise<TriangleModel> {
  const data = new Uint8Array(PICTURE * PICTURE * 3);
  for (let at = 0; at < PICTURE * PICTURE; at += 1)
    data.set(colourOf((at % PICTURE) / PICTURE, 1 - (Math.floor(at / PICTURE) + 0.5) / PICTURE), 3 * at);
  const bytes = await sharp(data, { raw: { width: PICTURE, height: PICTURE, channels: 3 } })
    .png()
    .toBuffer();
  const [positions, uvs, triangles]: number[][] = [[], [], []];
  for (let y = 0; y <= SIDE; y += 1)
    for (let x = 0; x <= SIDE; x += 1) {
      positions!.push(x, y, 3 * Math.sin(x / 15) * Math.cos(y / 20));
      uvs!.push(x / SIDE, y / SIDE);
      if (x === SIDE || y === SIDE) continue;
      const corner = y * (SIDE + 1) + x;
      triangles!.push(corner, corner + 1, corner + SIDE + 1, corner + 1, corner + SIDE + 2, corner + SIDE + 1);
    }
  return {
    origin: [0, 0, 0],
    positions: Float32Array.from(positions!),
    normals: null,
    colours: null,
    uvs: Float32Array.from(uvs!),
    triangles: Uint32Array.from(triangles!),
    materialOf: new Uint32Array(triangles!.length / 3),
    materials: [{ name: 'hills', colour: [255, 255, 255, 255], texture: { bytes } }],
    warnings: [],
  };
}

it('a built model has the colours of its picture at its places, in small and large pictures', async () => {
  const model = await hills();
  const path = join(folder, 'model.nxz');
  await buildNexus(model, { output: path, scratch: folder, isCompressed: true, cellTriangles: 2048 }, () => undefined);
  const reader = await openNexus(path);
  expect(reader.head.nodes.length).toBeGreaterThan(30);
  await reader.close();
  const along = (axis: readonly number[], vertex: number): number =>
    [0, 1, 2].reduce((sum, part) => sum + axis[part]! * model.positions[3 * vertex + part]!, 0);
  const vertices = Array.from({ length: model.positions.length / 3 }, (_, vertex) => vertex);
  const columns = vertices.map((vertex) => along(CAMERA.right, vertex));
  const rows = vertices.map((vertex) => -along(CAMERA.up, vertex));
  const [left, right, top] = [Math.min(...columns), Math.max(...columns), Math.min(...rows)];
  for (const longestSide of [128, 700]) {
    const { bytes } = await modelPicture({ path, longestSide, format: 'png' });
    const picture = PNG.sync.read(Buffer.from(bytes));
    const scale = picture.width / (right - left);
    let wrong = 0;
    for (let field = 0; field < 64; field += 1) {
      const [u, v] = [(field % 8) + 0.5, Math.floor(field / 8) + 0.5].map((place) => place / 8) as [number, number];
      const vertex = Math.round(v * SIDE) * (SIDE + 1) + Math.round(u * SIDE);
      const [column, row] = [columns[vertex]! - left, rows[vertex]! - top].map((place) => Math.floor(place * scale));
      const found = picture.data.subarray(4 * (row! * picture.width + column!));
      const wanted = colourOf(u, v);
      const share = found[0]! / wanted[0];
      const isRight = wanted.every((value, band) => Math.abs(found[band]! - share * value) < 10);
      if (!isRight || share < 0.7 || share > 1.05) wrong += 1;
    }
    expect([longestSide, wrong]).toEqual([longestSide, 0]);
  }
});
