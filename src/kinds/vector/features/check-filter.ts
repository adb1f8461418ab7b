import { fail, type ServiceError } from '../../../errors/index.ts';
import { geometryParts, type GeoPosition } from '../../../geodata/geometry.ts';
import type { Filter, Scalar } from './filter.ts';

/** Each level is a call of the writers and of SQLite, whose own limit is 1000. */
export const MAX_DEPTH = 50;
/** Conditions and values: each is looked at once for every feature. */
export const MAX_NODES = 2000;
/** Corners of all the geometries of a filter: what a client may draw by hand, and a country. */
export const MAX_CORNERS = 100_000;
/** Longer than any value that is looked for; matching takes pattern times text. */
export const MAX_PATTERN = 1000;

type Node = Filter | Scalar;

/** @throws `invalid-input` for a filter that would take too long, no matter who wrote it */
export function checkFilterSize(filter: Filter): void {
  let [nodes, corners] = [0, 0];
  const visit = (node: Node, depth: number): void => {
    if (depth > MAX_DEPTH) throw tooMuch(`conditions within each other deeper than ${MAX_DEPTH}`);
    if ((nodes += 1) > MAX_NODES) throw tooMuch(`more than ${MAX_NODES} conditions and values`);
    if ('geometry' in node) {
      for (const part of geometryParts<readonly GeoPosition[]>(node.geometry)) corners += part.length;
      if (corners > MAX_CORNERS) throw tooMuch(`more than ${MAX_CORNERS} corners`);
    }
    if ('pattern' in node && node.pattern.length > MAX_PATTERN) throw tooMuch('a pattern of more than 1000 characters');
    for (const child of childrenOf(node)) visit(child, depth + 1);
  };
  visit(filter, 1);
}

const tooMuch = (what: string): ServiceError => fail('invalid-input', `The filter has ${what}.`);

function childrenOf(node: Node): readonly Node[] {
  if (!('op' in node)) return [];
  switch (node.op) {
    case 'and':
    case 'or':
      return node.args;
    case 'not':
      return [node.arg];
    case 'between':
      return [node.value, node.lower, node.upper];
    case 'in':
      return [node.value, ...node.list];
    case 'like':
    case 'null':
      return [node.value];
    default:
      return 'left' in node ? [node.left, node.right] : [];
  }
}
