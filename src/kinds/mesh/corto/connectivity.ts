import { createBitWriter } from './bit-writer.ts';

/** How the triangles of a mesh follow from each other, as Corto writes it. */
export interface Connectivity {
  /** A code a step. */
  readonly codes: Uint8Array;
  /** Numbers of vertices that were there already. */
  readonly bits: Uint32Array;
  /** Vertices of the mesh in the order in which a reader makes them. */
  readonly order: Uint32Array;
  /** Three vertices a vertex, as numbered by the reader, from which it is predicted: a + b - c. */
  readonly predictions: Uint32Array;
  /** Edges that a group has at most. */
  readonly mostEdges: number;
}

const [VERTEX, LEFT, RIGHT, END, BOUNDARY, SPLIT] = [0, 1, 2, 3, 4, 6] as const;
/** Numbers of an edge of the front: where it begins and ends, what lies opposite, the edges before and after it. */
const [FROM, TO, BEFORE, AFTER, EDGE] = [0, 1, 3, 4, 5] as const;
const DELETED = -1;
const NONE = 0xffff_ffff;

/**
 * Walks over the triangles of each group, always across an edge of what it has seen.
 *
 * @param triangles three vertices each, all of them used
 * @param ends of the groups, in triangles
 */
export function connect(triangles: Uint32Array, vertexCount: number, ends: readonly number[]): Connectivity {
  const numbers = new Uint32Array(vertexCount).fill(NONE);
  const order = new Uint32Array(vertexCount);
  const predictions = new Uint32Array(3 * vertexCount);
  const splitBits = 32 - Math.clz32(vertexCount);
  const bits = createBitWriter();
  // Three codes a triangle and its edges at the boundary are more than there can be.
  const codes = new Uint8Array(4 * (triangles.length / 3) + 4);
  const isDone = new Uint8Array(triangles.length / 3);
  const corners = cornersOf(triangles, vertexCount);
  let [vertices, steps, mostEdges] = [0, 0, 0];

  const code = (value: number): void => void (codes[steps++] = value);
  const take = (vertex: number, a: number, b: number, c: number): number => {
    predictions.set([a, b, c], 3 * vertices);
    order[vertices] = vertex;
    numbers[vertex] = vertices;
    vertices += 1;
    return vertices - 1;
  };

  let first = 0;
  for (const end of ends) {
    const front: number[] = [];
    const queue: number[] = [];
    let [ahead, next] = [0, first];
    const add = (from: number, to: number, opposite: number, before: number, after: number): number =>
      front.push(from, to, opposite, before, after) - EDGE;
    /** A triangle of the group on the other side of an edge, and its third vertex; -1 for none. */
    const across = (edge: number): readonly [triangle: number, vertex: number] | null => {
      const [from, to] = [order[front[edge + TO]!]!, order[front[edge + FROM]!]!];
      for (let at = corners.starts[from]!; at < corners.starts[from + 1]!; at += 1) {
        const corner = corners.list[at]!;
        const triangle = Math.floor(corner / 3);
        if (triangle < first || triangle >= end || isDone[triangle] === 1) continue;
        const base = 3 * triangle;
        if (triangles[base + ((corner - base + 1) % 3)] === to)
          return [triangle, triangles[base + ((corner - base + 2) % 3)]!];
      }
      return null;
    };
    /** The first triangle of a part that hangs together. */
    const begin = (triangle: number): void => {
      const found = [0, 1, 2].map((corner) => triangles[3 * triangle + corner]!);
      const known = found.reduce((mask, vertex, corner) => mask | (numbers[vertex] === NONE ? 0 : 1 << corner), 0);
      code(known === 0 ? VERTEX : SPLIT);
      if (known !== 0) bits.write(known, 3);
      let last = vertices - 1;
      const [a, b, c] = found.map((vertex, corner) => {
        if ((known & (1 << corner)) !== 0) {
          bits.write(numbers[vertex]!, splitBits);
          return numbers[vertex]!;
        }
        // A corner that occurs twice is there by now, which its bit did not say.
        if (numbers[vertex] !== NONE) throw new Error('A triangle has a vertex twice.');
        return (last = take(vertex, last, last, last));
      }) as [number, number, number];
      const edge = front.length;
      queue.push(add(b, c, a, edge + 2 * EDGE, edge + EDGE));
      queue.push(add(c, a, b, edge, edge + 2 * EDGE));
      queue.push(add(a, b, c, edge + EDGE, edge));
      isDone[triangle] = 1;
    };
    let newest = -1;
    for (let left = end - first; left > 0;) {
      if (newest < 0 && ahead === queue.length) {
        while (isDone[next] === 1) next += 1;
        begin(next);
        left -= 1;
        continue;
      }
      const edge = newest >= 0 ? newest : queue[ahead++]!;
      newest = -1;
      if (front[edge] === DELETED) continue;
      const found = across(edge);
      if (found === null) {
        code(BOUNDARY);
        continue;
      }
      const [triangle, vertex] = found;
      isDone[triangle] = 1;
      left -= 1;
      const [from, to, opposite, before, after] = front.slice(edge, edge + EDGE) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const number = numbers[vertex]!;
      const isLeft = number !== NONE && front[before] !== DELETED && front[before + FROM] === number;
      const isRight = number !== NONE && front[after] !== DELETED && front[after + TO] === number;
      if (isLeft && isRight) {
        code(END);
        front[front[before + BEFORE]! + AFTER] = front[after + AFTER]!;
        front[front[after + AFTER]! + BEFORE] = front[before + BEFORE]!;
        front[before] = front[after] = DELETED;
      } else if (isLeft) {
        code(LEFT);
        newest = add(number, to, from, front[before + BEFORE]!, after);
        front[front[before + BEFORE]! + AFTER] = newest;
        front[after + BEFORE] = newest;
        front[before] = DELETED;
      } else if (isRight) {
        code(RIGHT);
        newest = add(from, number, to, before, front[after + AFTER]!);
        front[front[after + AFTER]! + BEFORE] = newest;
        front[before + AFTER] = newest;
        front[after] = DELETED;
      } else {
        code(number === NONE ? VERTEX : SPLIT);
        if (number !== NONE) bits.write(number, splitBits);
        const third = number === NONE ? take(vertex, to, from, opposite) : number;
        newest = add(from, third, to, before, front.length + EDGE);
        front[before + AFTER] = newest;
        front[after + BEFORE] = newest + EDGE;
        queue.push(add(third, to, from, newest, after));
      }
    }
    mostEdges = Math.max(mostEdges, front.length / EDGE);
    first = end;
  }
  return { codes: codes.subarray(0, steps), bits: bits.words(), order, predictions, mostEdges };
}

/** Corners by the vertex that they are at: those of vertex v stand in `list` from `starts[v]` to `starts[v + 1]`. */
function cornersOf(triangles: Uint32Array, vertexCount: number) {
  const starts = new Uint32Array(vertexCount + 2);
  for (const vertex of triangles) starts[vertex + 2]! += 1;
  for (let vertex = 2; vertex < starts.length; vertex += 1) starts[vertex]! += starts[vertex - 1]!;
  const list = new Uint32Array(triangles.length);
  triangles.forEach((vertex, corner) => {
    list[starts[vertex + 1]!] = corner;
    starts[vertex + 1]! += 1;
  });
  return { starts, list };
}
