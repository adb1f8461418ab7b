import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { type ModelRequest, readModel } from '../model/read-model.ts';
import type { TriangleModel } from '../model/triangle-model.ts';

/** Models that are written to a folder and read. */
export interface ModelFiles {
  readonly folder: string;
  /** @param name with the ending of its format @param others files beside it, by path relative to its folder */
  read(
    name: string,
    content: Uint8Array | string,
    others?: Readonly<Record<string, Uint8Array | string>>,
    progress?: (share: number) => void,
  ): Promise<TriangleModel>;
  close(): Promise<void>;
}

export async function modelFiles(): Promise<ModelFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-models-'));
  let count = 0;
  return {
    folder,
    async read(name, content, others = {}, progress = () => undefined) {
      const own = join(folder, String((count += 1)));
      for (const [path, bytes] of [[name, content] as const, ...Object.entries(others)]) {
        await mkdir(dirname(join(own, path)), { recursive: true });
        await writeFile(join(own, path), bytes);
      }
      const files = Object.fromEntries(Object.keys(others).map((path) => [path, join(own, path)]));
      const format = extname(name).slice(1) as ModelRequest['format'];
      return readModel({ path: join(own, name), format, files }, progress);
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/** Corners of each triangle where they lie in the file, rounded to micrometres. */
export const cornersOf = ({ triangles, positions, origin }: TriangleModel): readonly (readonly Vector3[])[] =>
  Array.from({ length: triangles.length / 3 }, (_, triangle) =>
    [0, 1, 2].map(
      (corner) =>
        [0, 1, 2].map((axis) => {
          const value = positions[3 * triangles[3 * triangle + corner]! + axis]! + origin[axis]!;
          return Math.round(value * 1e6) / 1e6 + 0;
        }) as unknown as Vector3,
    ),
  );

/** A value of the corners of each triangle, as often as `width` says. */
export const valuesOf = (
  { triangles }: TriangleModel,
  values: ArrayLike<number> | null,
  width: number,
): readonly (readonly number[])[] =>
  values === null
    ? []
    : Array.from(triangles, (vertex) =>
        Array.from({ length: width }, (_, part) => Math.round(values[width * vertex + part]! * 1e4) / 1e4 + 0),
      );
