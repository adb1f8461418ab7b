import type { BitReader } from './bit-reader.ts';
import {
  CLER_BOUNDARY,
  CLER_DELAY,
  CLER_END,
  CLER_LEFT,
  CLER_RIGHT,
  CLER_SPLIT,
  CLER_VERTEX,
  CortoError,
  EDGE_AFTER,
  EDGE_BEFORE,
  EDGE_FIELDS,
  EDGE_FROM,
  EDGE_OPPOSITE,
  EDGE_REMOVED,
  EDGE_TO,
  splitBits,
} from './corto-format.ts';

export interface Connected {
  readonly triangles: Uint32Array;
  /** Vertices a, b and c of each vertex; its values are stored as the difference from a + b - c. */
  readonly predictions: Uint32Array;
}

export interface ConnectivityStream {
  readonly vertexCount: number;
  /** Where each group ends, in triangles: rising, the last is the number of all. */
  readonly groups: readonly number[];
  readonly codes: Uint8Array;
  readonly bits: BitReader;
}

const NO_EDGE = -1;

/**
 * Rebuilds the triangles from the codes of a walk over the mesh. Each code tells what lies behind an edge of the part that is known;
 * see `connectivity.ts` for the way back.
 *
 * @throws CortoError
 */
export function decodeConnectivity(stream: ConnectivityStream): Connected {
  const walk = new FrontWalk(stream);
  for (const end of stream.groups) walk.readGroup(end);
  return walk;
}

class FrontWalk implements Connected {
  readonly triangles: Uint32Array;
  readonly predictions: Uint32Array;
  private readonly vertexCount: number;
  private readonly codes: Uint8Array;
  private readonly bits: BitReader;
  private readonly splitBits: number;
  /** Edges of the current group, each `EDGE_FIELDS` numbers. */
  private readonly front: Int32Array;
  private readonly queue: Int32Array;
  private delayed: number[] = [];
  private vertices = 0;
  private corners = 0;
  private nextCode = 0;
  private frontEnd = 0;
  private queueStart = 0;
  private queueEnd = 0;
  /** Edge that the last triangle made; it comes before the queue. */
  private newest = NO_EDGE;

  constructor({ vertexCount, groups, codes, bits }: ConnectivityStream) {
    const triangleCount = groups.at(-1) ?? 0;
    const largest = groups.reduce((most, end, index) => Math.max(most, end - (groups[index - 1] ?? 0)), 0);
    this.triangles = new Uint32Array(3 * triangleCount);
    this.predictions = new Uint32Array(3 * vertexCount);
    this.vertexCount = vertexCount;
    this.codes = codes;
    this.bits = bits;
    this.splitBits = splitBits(vertexCount);
    // A triangle makes three edges at most, so neither can overflow.
    this.front = new Int32Array(EDGE_FIELDS * 3 * largest);
    this.queue = new Int32Array(3 * largest);
  }

  /** Ends, because each step takes a code or an edge of the queue. */
  readGroup(end: number): void {
    this.frontEnd = this.queueStart = this.queueEnd = 0;
    this.newest = NO_EDGE;
    this.delayed = [];
    while (this.corners < 3 * end) {
      const edge = this.nextEdge();
      if (edge === NO_EDGE) this.begin();
      else if (this.front[edge] !== EDGE_REMOVED) this.cross(edge);
    }
  }

  private nextEdge(): number {
    const edge = this.newest;
    if (edge !== NO_EDGE) {
      this.newest = NO_EDGE;
      return edge;
    }
    if (this.queueStart < this.queueEnd) return this.queue[this.queueStart++]!;
    return this.delayed.pop() ?? NO_EDGE;
  }

  /** The first triangle of a part that hangs together. */
  private begin(): void {
    const known = this.code() === CLER_SPLIT ? this.number(3) : 0;
    const a = this.firstCorner(known & 1);
    const b = this.firstCorner(known & 2);
    const c = this.firstCorner(known & 4);
    this.addTriangle(a, b, c);
    const first = this.frontEnd;
    const [second, third] = [first + EDGE_FIELDS, first + 2 * EDGE_FIELDS];
    this.enqueue(this.addEdge(b, c, a, third, second));
    this.enqueue(this.addEdge(c, a, b, first, third));
    this.enqueue(this.addEdge(a, b, c, second, first));
  }

  private firstCorner(isKnown: number): number {
    const last = Math.max(0, this.vertices - 1);
    return isKnown === 0 ? this.newVertex(last, last, last) : this.knownVertex();
  }

  private cross(edge: number): void {
    const code = this.code();
    switch (code) {
      case CLER_VERTEX:
      case CLER_SPLIT:
        return this.open(edge, code === CLER_SPLIT);
      case CLER_LEFT:
        return this.left(edge);
      case CLER_RIGHT:
        return this.right(edge);
      case CLER_END:
        return this.close(edge);
      case CLER_BOUNDARY:
        return;
      case CLER_DELAY:
        this.delayed.push(edge);
        return;
      default:
        throw new CortoError('The stream has an unknown code.');
    }
  }

  private open(edge: number, isKnown: boolean): void {
    const { front } = this;
    const [from, to] = [front[edge + EDGE_FROM]!, front[edge + EDGE_TO]!];
    const [before, after] = [front[edge + EDGE_BEFORE]!, front[edge + EDGE_AFTER]!];
    const third = isKnown ? this.knownVertex() : this.newVertex(to, from, front[edge + EDGE_OPPOSITE]!);
    this.addTriangle(to, from, third);
    const second = this.frontEnd + EDGE_FIELDS;
    this.newest = this.addEdge(from, third, to, before, second);
    this.enqueue(this.addEdge(third, to, from, this.newest, after));
    front[before + EDGE_AFTER] = this.newest;
    front[after + EDGE_BEFORE] = second;
  }

  private left(edge: number): void {
    const { front } = this;
    const [from, to] = [front[edge + EDGE_FROM]!, front[edge + EDGE_TO]!];
    const [before, after] = [front[edge + EDGE_BEFORE]!, front[edge + EDGE_AFTER]!];
    this.requireEdge(before);
    const third = front[before + EDGE_FROM]!;
    const beyond = front[before + EDGE_BEFORE]!;
    this.addTriangle(to, from, third);
    this.newest = this.addEdge(third, to, from, beyond, after);
    front[beyond + EDGE_AFTER] = this.newest;
    front[after + EDGE_BEFORE] = this.newest;
    front[before] = EDGE_REMOVED;
  }

  private right(edge: number): void {
    const { front } = this;
    const [from, to] = [front[edge + EDGE_FROM]!, front[edge + EDGE_TO]!];
    const [before, after] = [front[edge + EDGE_BEFORE]!, front[edge + EDGE_AFTER]!];
    this.requireEdge(after);
    const third = front[after + EDGE_TO]!;
    const beyond = front[after + EDGE_AFTER]!;
    this.addTriangle(to, from, third);
    this.newest = this.addEdge(from, third, to, before, beyond);
    front[beyond + EDGE_BEFORE] = this.newest;
    front[before + EDGE_AFTER] = this.newest;
    front[after] = EDGE_REMOVED;
  }

  private close(edge: number): void {
    const { front } = this;
    const [before, after] = [front[edge + EDGE_BEFORE]!, front[edge + EDGE_AFTER]!];
    this.requireEdge(before);
    const third = front[before + EDGE_FROM]!;
    const [first, last] = [front[before + EDGE_BEFORE]!, front[after + EDGE_AFTER]!];
    front[first + EDGE_AFTER] = last;
    front[last + EDGE_BEFORE] = first;
    this.addTriangle(front[edge + EDGE_TO]!, front[edge + EDGE_FROM]!, third);
    front[before] = front[after] = EDGE_REMOVED;
  }

  private code(): number {
    if (this.nextCode >= this.codes.length) throw new CortoError('The stream has too few codes.');
    return this.codes[this.nextCode++]!;
  }

  private number(bits: number): number {
    if (this.bits.left() < bits) throw new CortoError('The stream has too few vertex numbers.');
    return this.bits.read(bits);
  }

  private knownVertex(): number {
    const vertex = this.number(this.splitBits);
    if (vertex >= this.vertices) throw new CortoError('The stream names a vertex that does not exist.');
    return vertex;
  }

  private newVertex(a: number, b: number, c: number): number {
    const vertex = this.vertices;
    if (vertex >= this.vertexCount) throw new CortoError('The stream has more vertices than it says.');
    this.predictions[3 * vertex] = a;
    this.predictions[3 * vertex + 1] = b;
    this.predictions[3 * vertex + 2] = c;
    this.vertices += 1;
    return vertex;
  }

  private requireEdge(edge: number): void {
    if (this.front[edge] === EDGE_REMOVED) throw new CortoError('The stream continues an edge that has been removed.');
  }

  private addTriangle(a: number, b: number, c: number): void {
    this.triangles[this.corners] = a;
    this.triangles[this.corners + 1] = b;
    this.triangles[this.corners + 2] = c;
    this.corners += 3;
  }

  private addEdge(from: number, to: number, opposite: number, before: number, after: number): number {
    const { front, frontEnd: edge } = this;
    front[edge + EDGE_FROM] = from;
    front[edge + EDGE_TO] = to;
    front[edge + EDGE_OPPOSITE] = opposite;
    front[edge + EDGE_BEFORE] = before;
    front[edge + EDGE_AFTER] = after;
    this.frontEnd += EDGE_FIELDS;
    return edge;
  }

  private enqueue(edge: number): void {
    this.queue[this.queueEnd++] = edge;
  }
}
