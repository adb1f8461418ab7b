import type { Crossings } from './cut.ts';

/** Segments one behind the other. */
export interface Chain {
  /** Nodes in order; of a closed one the first is not repeated. */
  readonly nodes: readonly number[];
  readonly isClosed: boolean;
}

/** Joins segments that have a node in common into chains, as long as they get. Each segment is in one of them. */
export function joinSegments({ nodes, segments }: Pick<Crossings, 'nodes' | 'segments'>): readonly Chain[] {
  const count = segments.length / 2;
  const ends = incidences(segments, nodes.length / 3);
  const isUsed = new Uint8Array(count);
  const chains: Chain[] = [];

  /** A segment at a node that is in no chain; one that begins there if there is one. */
  function nextAt(node: number): number {
    let other = -1;
    for (let at = ends.starts[node]!; at < ends.starts[node + 1]!; at += 1) {
      const segment = ends.list[at]!;
      if (isUsed[segment] === 1) continue;
      if (segments[2 * segment] === node) return segment;
      other = segment;
    }
    return other;
  }

  function walk(first: number): void {
    const chain = [first];
    let node = first;
    for (let segment = nextAt(node); segment !== -1; segment = nextAt(node)) {
      isUsed[segment] = 1;
      node = segments[2 * segment] === node ? segments[2 * segment + 1]! : segments[2 * segment]!;
      if (node === first) return void chains.push({ nodes: chain, isClosed: true });
      chain.push(node);
    }
    if (chain.length > 1) chains.push({ nodes: chain, isClosed: false });
  }

  // Open chains begin where more segments begin than end, so that they run with their segments.
  const balance = new Int32Array(nodes.length / 3);
  for (let at = 0; at < segments.length; at += 2) {
    balance[segments[at]!]! += 1;
    balance[segments[at + 1]!]! -= 1;
  }
  const degree = (node: number): number => ends.starts[node + 1]! - ends.starts[node]!;
  for (let node = 0; node < balance.length; node += 1) for (let left = balance[node]!; left > 0; left -= 1) walk(node);
  for (let node = 0; node < balance.length; node += 1) if (degree(node) % 2 === 1) walk(node);
  for (let segment = 0; segment < count; segment += 1) if (isUsed[segment] === 0) walk(segments[2 * segment]!);
  return chains;
}

/** Segments of each node: those of node n stand in `list` from `starts[n]` to `starts[n + 1]`. */
function incidences(segments: Uint32Array, nodes: number): { starts: Uint32Array; list: Uint32Array } {
  const starts = new Uint32Array(nodes + 1);
  for (const node of segments) starts[node + 1]! += 1;
  for (let node = 0; node < nodes; node += 1) starts[node + 1]! += starts[node]!;
  const next = starts.slice();
  const list = new Uint32Array(segments.length);
  segments.forEach((node, at) => {
    list[next[node]!] = at >> 1;
    next[node]! += 1;
  });
  return { starts, list };
}
