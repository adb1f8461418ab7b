import { type Box, cornersOf, type Triple } from '../geometry/triple.ts';
import type { SceneOwner } from '../core/scene-owner.ts';

/** Ends of the edges of a box, by the numbers of its corners. */
const BOX_EDGES: readonly (readonly [number, number])[] = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].flatMap((bit) => ((corner & bit) === 0 ? [[corner, corner | bit] as const] : [])),
);

export function edgesOf(box: Box): readonly (readonly [Triple, Triple])[] {
  const corners = cornersOf(box);
  return BOX_EDGES.map(([from, to]) => [corners[from] ?? box.min, corners[to] ?? box.max] as const);
}

/** SVG path of lines in the scene; those with an end behind the eye are left out. */
export function pathOf(owner: Pick<SceneOwner, 'project'>, lines: readonly (readonly [Triple, Triple])[]): string {
  return lines
    .flatMap(([from, to]) => {
      const [start, end] = [owner.project(from), owner.project(to)];
      return start === null || end === null ? [] : `M${place(start)}L${place(end)}`;
    })
    .join('');
}

const place = ([x, y]: readonly [number, number]): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
