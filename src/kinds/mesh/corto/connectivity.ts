import { createBitWriter } from './bit-writer.ts';
import {
  CLER_BOUNDARY,
  CLER_END,
  CLER_LEFT,
  CLER_RIGHT,
  CLER_SPLIT,
  CLER_VERTEX,
  EDGE_AFTER,
  EDGE_BEFORE,
  EDGE_FIELDS,
  EDGE_FROM,
  EDGE_OPPOSITE,
  EDGE_REMOVED,
  EDGE_TO,
  splitBits,
} from './corto-format.ts';

/** How the triangles of a mesh follow from each other. */
export interface Connectivity {
  /** One code for each step of the walk. */
  readonly codes: Uint8Array;
  /** Numbers of vertices that exist already, as bits. */
  readonly bits: Uint32Array;
  /** Vertices of the mesh in the order in which a reader creates them. */
  readonly order: Uint32Array;
  /** Vertices a, b and c of each vertex in that order; a reader predicts a + b - c. */
  readonly predictions: Uint32Array;
  /** Edges of the group that has the most. */
  readonly mostEdges: number;
}

export interface Triangles {
  /** Three vertices each, none twice in a triangle, each vertex used. */
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  /** Where each group ends, in triangles. */
  readonly groups: readonly number[];
}

const NO_NUMBER = 0xffff_ffff;
const NO_EDGE = -1;
const NO_CORNER = -1;

/**
 * Walks over the triangles of each group, always across an edge of the part that has been seen, and notes what lies behind it.
 *
 * Source of the idea: J. Rossignac, "Edgebreaker", IEEE TVCG 5(1), 1999, with the codes of the Corto format.
 *
 * @throws RangeError for triangles that cannot be stored
 */
export function connect(mesh: Triangles): Connectivity {
  requireTriangles(mesh);
  const walk = new Walk(mesh);
  let first = 0;
  for (const end of mesh.groups) {
    walk.walkGroup(first, end);
    first = end;
  }
  return walk.result();
}

function requireTriangles({ triangles, vertexCount }: Triangles): void {
  if (triangles.length === 0) throw new RangeError('A mesh without triangles cannot be stored.');
  const used = new Uint8Array(vertexCount);
  let count = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const [a, b, c] = [triangles[corner]!, triangles[corner + 1]!, triangles[corner + 2]!];
    if (a === b || b === c || c === a) throw new RangeError('A triangle has a vertex twice.');
    for (const vertex of [a, b, c]) {
      if (vertex >= vertexCount) throw new RangeError('A triangle has a vertex that does not exist.');
      count += 1 - used[vertex]!;
      used[vertex] = 1;
    }
  }
  if (count < vertexCount) throw new RangeError('A vertex is part of no triangle.');
}

class Walk {
  private readonly triangles: Uint32Array;
  private readonly corners: CornersByVertex;
  private readonly splitBits: number;
  private readonly bits = createBitWriter();
  private readonly codes: Uint8Array;
  private readonly order: Uint32Array;
  private readonly predictions: Uint32Array;
  /** Numbers that a reader gives to vertices. */
  private readonly numbers: Uint32Array;
  private readonly isDone: Uint8Array;
  /** Edges of the group, `EDGE_FIELDS` numbers each. Vertices are numbered as a reader does. */
  private front: number[] = [];
  private queue: number[] = [];
  private queueStart = 0;
  /** Edge that the last triangle made; it comes before the queue. */
  private newest = NO_EDGE;
  private steps = 0;
  private vertices = 0;
  private mostEdges = 0;
  private first = 0;
  private end = 0;

  constructor({ triangles, vertexCount }: Triangles) {
    const triangleCount = triangles.length / 3;
    this.triangles = triangles;
    this.corners = cornersOf(triangles, vertexCount);
    this.splitBits = splitBits(vertexCount);
    // One code for a triangle, and one for each of its edges.
    this.codes = new Uint8Array(4 * triangleCount);
    this.order = new Uint32Array(vertexCount);
    this.predictions = new Uint32Array(3 * vertexCount);
    this.numbers = new Uint32Array(vertexCount).fill(NO_NUMBER);
    this.isDone = new Uint8Array(triangleCount);
  }

  result(): Connectivity {
    const { codes, steps, bits, order, predictions, mostEdges } = this;
    return { codes: codes.subarray(0, steps), bits: bits.words(), order, predictions, mostEdges };
  }

  walkGroup(first: number, end: number): void {
    this.front = [];
    this.queue = [];
    this.queueStart = 0;
    this.newest = NO_EDGE;
    this.first = first;
    this.end = end;
    let next = first;
    for (let left = end - first; left > 0;) {
      const edge = this.nextEdge();
      if (edge === NO_EDGE) {
        while (this.isDone[next] === 1) next += 1;
        this.begin(next);
        left -= 1;
      } else if (this.front[edge] !== EDGE_REMOVED && this.cross(edge)) left -= 1;
    }
    this.mostEdges = Math.max(this.mostEdges, this.front.length / EDGE_FIELDS);
  }

  private nextEdge(): number {
    const edge = this.newest;
    this.newest = NO_EDGE;
    if (edge !== NO_EDGE) return edge;
    return this.queueStart < this.queue.length ? this.queue[this.queueStart++]! : NO_EDGE;
  }

  /** The first triangle of a part that hangs together. */
  private begin(triangle: number): void {
    this.isDone[triangle] = 1;
    const corners = [0, 1, 2].map((corner) => this.triangles[3 * triangle + corner]!);
    const known = corners.map((vertex) => this.numbers[vertex] !== NO_NUMBER);
    const mask = known.reduce((sum, isKnown, corner) => sum | (isKnown ? 1 << corner : 0), 0);
    this.code(mask === 0 ? CLER_VERTEX : CLER_SPLIT);
    if (mask !== 0) this.bits.write(mask, 3);
    const [a, b, c] = corners.map((vertex, corner) => this.firstCorner(vertex, known[corner]!)) as [
      number,
      number,
      number,
    ];
    const first = this.front.length;
    const [second, third] = [first + EDGE_FIELDS, first + 2 * EDGE_FIELDS];
    this.queue.push(this.addEdge(b, c, a, third, second));
    this.queue.push(this.addEdge(c, a, b, first, third));
    this.queue.push(this.addEdge(a, b, c, second, first));
  }

  private firstCorner(vertex: number, isKnown: boolean): number {
    if (isKnown) return this.knownVertex(vertex);
    const last = Math.max(0, this.vertices - 1);
    return this.newVertex(vertex, last, last, last);
  }

  /** @returns false where no triangle lies behind the edge */
  private cross(edge: number): boolean {
    const corner = this.cornerBehind(edge);
    if (corner === NO_CORNER) {
      this.code(CLER_BOUNDARY);
      return false;
    }
    this.isDone[Math.floor(corner / 3)] = 1;
    const vertex = this.triangles[corner]!;
    const number = this.numbers[vertex]!;
    const { front } = this;
    const [before, after] = [front[edge + EDGE_BEFORE]!, front[edge + EDGE_AFTER]!];
    // Edges that have been removed start at no vertex, and their fields must not be used.
    const isLeft = number !== NO_NUMBER && front[before] === number;
    const isRight = number !== NO_NUMBER && front[after] !== EDGE_REMOVED && front[after + EDGE_TO] === number;
    if (isLeft && isRight) this.close(before, after);
    else if (isLeft) this.left(edge, number);
    else if (isRight) this.right(edge, number);
    else this.open(edge, vertex);
    return true;
  }

  /** Corner opposite to an edge in a triangle of the group that is not done. */
  private cornerBehind(edge: number): number {
    const { triangles, corners, first, end, isDone } = this;
    const from = this.order[this.front[edge + EDGE_TO]!]!;
    const to = this.order[this.front[edge + EDGE_FROM]!]!;
    for (let at = corners.starts[from]!; at < corners.starts[from + 1]!; at += 1) {
      const corner = corners.list[at]!;
      const triangle = Math.floor(corner / 3);
      if (triangle < first || triangle >= end || isDone[triangle] === 1) continue;
      const base = 3 * triangle;
      if (triangles[base + ((corner - base + 1) % 3)] === to) return base + ((corner - base + 2) % 3);
    }
    return NO_CORNER;
  }

  private open(edge: number, vertex: number): void {
    const { front } = this;
    const [from, to] = [front[edge + EDGE_FROM]!, front[edge + EDGE_TO]!];
    const [before, after] = [front[edge + EDGE_BEFORE]!, front[edge + EDGE_AFTER]!];
    const isKnown = this.numbers[vertex] !== NO_NUMBER;
    this.code(isKnown ? CLER_SPLIT : CLER_VERTEX);
    const third = isKnown ? this.knownVertex(vertex) : this.newVertex(vertex, to, from, front[edge + EDGE_OPPOSITE]!);
    const second = front.length + EDGE_FIELDS;
    this.newest = this.addEdge(from, third, to, before, second);
    this.queue.push(this.addEdge(third, to, from, this.newest, after));
    front[before + EDGE_AFTER] = this.newest;
    front[after + EDGE_BEFORE] = second;
  }

  private left(edge: number, third: number): void {
    const { front } = this;
    this.code(CLER_LEFT);
    const [before, after] = [front[edge + EDGE_BEFORE]!, front[edge + EDGE_AFTER]!];
    const beyond = front[before + EDGE_BEFORE]!;
    this.newest = this.addEdge(third, front[edge + EDGE_TO]!, front[edge + EDGE_FROM]!, beyond, after);
    front[beyond + EDGE_AFTER] = this.newest;
    front[after + EDGE_BEFORE] = this.newest;
    front[before] = EDGE_REMOVED;
  }

  private right(edge: number, third: number): void {
    const { front } = this;
    this.code(CLER_RIGHT);
    const [before, after] = [front[edge + EDGE_BEFORE]!, front[edge + EDGE_AFTER]!];
    const beyond = front[after + EDGE_AFTER]!;
    this.newest = this.addEdge(front[edge + EDGE_FROM]!, third, front[edge + EDGE_TO]!, before, beyond);
    front[beyond + EDGE_BEFORE] = this.newest;
    front[before + EDGE_AFTER] = this.newest;
    front[after] = EDGE_REMOVED;
  }

  private close(before: number, after: number): void {
    const { front } = this;
    this.code(CLER_END);
    const [first, last] = [front[before + EDGE_BEFORE]!, front[after + EDGE_AFTER]!];
    front[first + EDGE_AFTER] = last;
    front[last + EDGE_BEFORE] = first;
    front[before] = front[after] = EDGE_REMOVED;
  }

  private code(value: number): void {
    this.codes[this.steps++] = value;
  }

  private knownVertex(vertex: number): number {
    const number = this.numbers[vertex]!;
    this.bits.write(number, this.splitBits);
    return number;
  }

  private newVertex(vertex: number, a: number, b: number, c: number): number {
    const number = this.vertices;
    this.predictions[3 * number] = a;
    this.predictions[3 * number + 1] = b;
    this.predictions[3 * number + 2] = c;
    this.order[number] = vertex;
    this.numbers[vertex] = number;
    this.vertices += 1;
    return number;
  }

  private addEdge(from: number, to: number, opposite: number, before: number, after: number): number {
    return this.front.push(from, to, opposite, before, after) - EDGE_FIELDS;
  }
}

/** Corners at each vertex: those of vertex v are in `list` from `starts[v]` to `starts[v + 1]`. */
interface CornersByVertex {
  readonly starts: Uint32Array;
  readonly list: Uint32Array;
}

function cornersOf(triangles: Uint32Array, vertexCount: number): CornersByVertex {
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
