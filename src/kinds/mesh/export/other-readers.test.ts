import type { BufferGeometry, Mesh, Object3D } from 'three';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { texturedFiles } from '../mesh-output/testing/mesh-files.ts';
import { box } from '../mesh-output/testing/shapes.ts';
import { unzipped } from '../mesh-output/testing/unzipped.ts';
import { meshExport } from './tool.ts';

let bench: ToolBench;
beforeAll(async () => void (bench = await openToolBench()));
afterAll(() => bench[Symbol.asyncDispose]());

const files = texturedFiles(box([1, 2, 3], [4, 5, 6]));
async function exported(format: string): Promise<Buffer> {
  const { written } = await bench.run(meshExport, { path: 'house.obj', format }, files);
  return [...written.values()][0]!;
}
const bytesOf = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Triangles, lowest and highest corner, and enclosed volume of what three.js read. */
function measured(geometries: readonly BufferGeometry[]) {
  const corners = geometries.flatMap((geometry) => {
    const plain = geometry.index === null ? geometry : geometry.toNonIndexed();
    const { array } = plain.getAttribute('position');
    return Array.from({ length: array.length / 3 }, (_, at) => [
      array[3 * at]!,
      array[3 * at + 1]!,
      array[3 * at + 2]!,
    ]);
  });
  let volume = 0;
  for (let at = 0; at < corners.length; at += 3) {
    const [a, b, c] = [corners[at]!, corners[at + 1]!, corners[at + 2]!] as [number[], number[], number[]];
    volume +=
      (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
        a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
        a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) /
      6;
  }
  const along = (axis: number): number[] => corners.map((corner) => corner[axis]!);
  return {
    triangles: corners.length / 3,
    volume,
    low: [0, 1, 2].map((axis) => Math.min(...along(axis))),
    high: [0, 1, 2].map((axis) => Math.max(...along(axis))),
  };
}
const BOX = { triangles: 12, volume: expect.closeTo(120, 3) as number, low: [1, 2, 3], high: [5, 7, 9] };

describe('readers of three.js read', () => {
  it('a PLY, with its colours', async () => {
    const geometry = new PLYLoader().parse(bytesOf(await exported('ply')));
    expect(measured([geometry])).toEqual(BOX);
    expect(geometry.getAttribute('color').count).toBeGreaterThan(7);
  });

  it('an STL', async () => {
    expect(measured([new STLLoader().parse(bytesOf(await exported('stl')))])).toEqual(BOX);
  });

  it('an OBJ, with its materials', async () => {
    const unpacked = await unzipped(await exported('zip'));
    const group = new OBJLoader().parse(unpacked['house_export.obj']!.toString());
    const meshes: Mesh[] = [];
    group.traverse((each: Object3D) => {
      if ('isMesh' in each) meshes.push(each as Mesh);
    });
    expect(measured(meshes.map(({ geometry }) => geometry))).toEqual(BOX);
    const names = meshes.flatMap(({ material }) => [material].flat().map(({ name }) => name));
    expect(names).toEqual(['wall', 'roof']);
    expect(unpacked['house_export.mtl']!.toString()).toMatch(/newmtl wall\n[^]*map_Kd texture_1\.png\n/);
  });
});
