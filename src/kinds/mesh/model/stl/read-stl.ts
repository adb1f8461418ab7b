import { openWindow } from '../../../../geodata/tiff/byte-window.ts';
import { readStlTriangles } from '../../read/stl-triangles.ts';
import { createModelBuilder } from '../model-builder.ts';
import type { ModelRequest, Progress } from '../model-request.ts';
import { PLAIN, type TriangleModel } from '../triangle-model.ts';

/** Reads an STL. Corners at one place become one vertex. @throws OperationRefusal if it has no triangle, or is cut off */
export function readStl({ path }: ModelRequest, progress: Progress): TriangleModel {
  const builder = createModelBuilder();
  const { vertices } = builder;
  const corners = new Int32Array(3);
  let [count, withoutThree] = [3, 0];
  const end = (): void => {
    if (count !== 3) withoutThree += 1;
    count = 0;
  };
  using window = openWindow(path);
  readStlTriangles(
    window,
    window.size,
    {
      begin: end,
      corner(x, y, z) {
        count += 1;
        if (count > 3) return;
        vertices.setPlace(x, y, z);
        corners[count - 1] = vertices.numberOf(0);
        if (count === 3) builder.addTriangle(corners[0]!, corners[1]!, corners[2]!, 0);
      },
    },
    (bytes) => progress(bytes / window.size),
  );
  end();
  return builder.finish({
    materials: [PLAIN],
    hasNormals: false,
    hasColours: false,
    hasTexturePlaces: false,
    warnings:
      withoutThree === 0
        ? []
        : [`${withoutThree} of its facets do not have three corners; what is more or less is left out.`],
  });
}
