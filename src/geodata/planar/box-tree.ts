/** Segments found by a box. */
export interface BoxTree {
  /** Calls with the number of each segment whose box touches this one, until `visit` answers true. @returns whether it did */
  search(west: number, south: number, east: number, north: number, visit: (segment: number) => boolean): boolean;
}

/** Children of a node. */
const BRANCHES = 8;

/**
 * Boxes around runs of segments, and around runs of those, up to one around all. Neighbours in a row are neighbours in space, so
 * nothing needs to be sorted. `flatbush` sorts, and cannot stop at the first hit (docs/performance.md).
 *
 * @param segments x1, y1, x2, y2 of each
 */
export function createBoxTree(segments: Float64Array): BoxTree {
  const levels: Float64Array[] = [leaves(segments)];
  while (levels[0]!.length > 4) levels.unshift(above(levels[0]!));
  return {
    search(west, south, east, north, visit) {
      const look = (level: number, from: number, to: number): boolean => {
        const boxes = levels[level]!;
        for (let node = from; node < to; node += 1) {
          const at = 4 * node;
          if (boxes[at]! > east || boxes[at + 2]! < west || boxes[at + 1]! > north || boxes[at + 3]! < south) continue;
          if (level === levels.length - 1) {
            if (visit(node)) return true;
            continue;
          }
          const last = Math.min(BRANCHES * (node + 1), levels[level + 1]!.length / 4);
          if (look(level + 1, BRANCHES * node, last)) return true;
        }
        return false;
      };
      return look(0, 0, levels[0]!.length / 4);
    },
  };
}

function leaves(segments: Float64Array): Float64Array {
  const boxes = new Float64Array(segments.length);
  for (let at = 0; at < segments.length; at += 4) {
    const [x1, y1, x2, y2] = [segments[at]!, segments[at + 1]!, segments[at + 2]!, segments[at + 3]!];
    boxes.set([Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)], at);
  }
  return boxes;
}

function above(boxes: Float64Array): Float64Array {
  const nodes = Math.ceil(boxes.length / 4 / BRANCHES);
  const parents = new Float64Array(4 * nodes);
  for (let node = 0; node < nodes; node += 1) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    const last = Math.min(4 * BRANCHES * (node + 1), boxes.length);
    for (let at = 4 * BRANCHES * node; at < last; at += 4) {
      west = Math.min(west, boxes[at]!);
      south = Math.min(south, boxes[at + 1]!);
      east = Math.max(east, boxes[at + 2]!);
      north = Math.max(north, boxes[at + 3]!);
    }
    parents.set([west, south, east, north], 4 * node);
  }
  return parents;
}
