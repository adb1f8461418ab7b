import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { plyBounds, plyCount, plyCountProblem } from '../../../geodata/ply/elements.ts';
import { readPlyHeader } from '../../../geodata/ply/header.ts';
import type { PointCloudFacts } from './facts.ts';

/** Facts of a PLY file of points. It has no CRS. */
export function plyPointsFacts(path: string): PointCloudFacts {
  const window = openWindow(path);
  try {
    const header = readPlyHeader(window);
    const problem = plyCountProblem(window, header);
    const vertex = header.elements.find(({ name }) => name === 'vertex');
    return {
      pointCount: plyCount(window, header, 'vertex'),
      estimated: false,
      dimensions: vertex?.properties.map(({ name }) => name) ?? [],
      bounds: problem === null ? plyBounds(window, header) : null,
      projection: null,
      place: null,
      details: {},
      problems: problem === null ? [] : [problem],
    };
  } finally {
    window.close();
  }
}
