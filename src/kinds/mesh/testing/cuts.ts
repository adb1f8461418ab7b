import type { CortoMesh } from '../corto/corto-format.ts';
import type { NexusHead } from '../nexus/nexus-head.ts';

/** A Nexus with the geometry of all its nodes. */
export interface WholeNexus {
  readonly head: NexusHead;
  readonly meshes: readonly CortoMesh[];
}

/** By node, whether it is shown. */
type Cut = readonly boolean[];

/** Triangles as three places each, as words. */
type Triangles = readonly (readonly [string, string, string])[];

/** Nodes that are coarser than each, one step. */
export function coarserOf({ nodes, patches }: NexusHead): readonly (readonly number[])[] {
  const coarser: number[][] = nodes.map(() => []);
  nodes.forEach(({ firstPatch, endPatch }, number) => {
    for (const { node } of patches.slice(firstPatch, endPatch)) coarser[node]?.push(number);
  });
  return coarser;
}

/** The nodes that a viewer at a place shows: roots, and those whose error looks larger than a limit. */
export function cutFrom({ head }: WholeNexus, eye: readonly number[], limit: number): Cut {
  const coarser = coarserOf(head);
  return head.nodes.map(({ error, centre, radius }, number) => {
    const away = Math.hypot(...centre.map((value, axis) => value - eye[axis]!)) - radius;
    return coarser[number]!.length === 0 || error > limit * Math.max(away, 1e-9);
  });
}

/** Numbers from 0 to 1, the same at every run. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Cuts that viewers from anywhere show: all nodes at first. */
export function* cutsOf(nexus: WholeNexus, count: number): Generator<Cut> {
  const number = numbersOf(7);
  const { centre, radius } = nexus.head.sphere;
  const errors = nexus.head.nodes.map(({ error }) => error).toSorted((one, other) => one - other);
  yield nexus.head.nodes.map(() => true);
  for (let cut = 0; cut < count; cut += 1) {
    const eye = centre.map((value) => value + 3 * (number() - 0.5) * radius);
    const limit = (2 * errors[Math.floor(number() * errors.length)]!) / radius;
    yield cutFrom(nexus, eye, limit);
  }
}

/** Shown nodes that have a coarser one which is not: viewers never reach them. */
export const unreached = ({ head }: WholeNexus, cut: Cut): readonly number[] => {
  const coarser = coarserOf(head);
  return head.nodes.flatMap((_, number) =>
    cut[number] && coarser[number]!.some((other) => !cut[other]) ? [number] : [],
  );
};

/** What is drawn of a cut: the patches of its nodes whose finer node is not shown. */
export function drawn({ head, meshes }: WholeNexus, cut: Cut): Triangles {
  const found: [string, string, string][] = [];
  head.nodes.forEach(({ firstPatch, endPatch }, number) => {
    if (!cut[number]) return;
    const { positions, triangles } = meshes[number]!;
    const place = (corner: number): string =>
      positions.slice(3 * triangles[corner]!, 3 * triangles[corner]! + 3).join();
    let first = 0;
    for (const { node, end } of head.patches.slice(firstPatch, endPatch)) {
      if (!cut[node])
        for (let at = 3 * first; at < 3 * end; at += 3) found.push([place(at), place(at + 1), place(at + 2)]);
      first = end;
    }
  });
  return found;
}

/** Edges by how many triangles they have. */
function edgesOf(triangles: Triangles): ReadonlyMap<string, number> {
  const edges = new Map<string, number>();
  for (const [a, b, c] of triangles)
    for (const [one, other] of [[a, b] as const, [b, c] as const, [c, a] as const]) {
      const edge = one < other ? `${one} ${other}` : `${other} ${one}`;
      edges.set(edge, (edges.get(edge) ?? 0) + 1);
    }
  return edges;
}

/** Places at edges that have another number of triangles than two. */
export const borderOf = (triangles: Triangles): ReadonlySet<string> =>
  new Set([...edgesOf(triangles)].flatMap(([edge, count]) => (count === 2 ? [] : edge.split(' '))));

/** Edges of one triangle that do not lie between places of the border: gaps in a surface without them. */
export const gapsIn = (triangles: Triangles, border: ReadonlySet<string>): readonly string[] =>
  [...edgesOf(triangles)].flatMap(([edge, count]) =>
    count === 1 && !edge.split(' ').every((place) => border.has(place)) ? [edge] : [],
  );
