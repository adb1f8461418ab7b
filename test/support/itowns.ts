import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A node of an Entwine Point Tile as iTowns has it. */
interface Node {
  readonly url: string;
  readonly numPoints: number;
  readonly children: readonly Node[];
  readonly octreeIsLoaded: boolean;
  loadOctree(): Promise<void>;
}
interface Source {
  readonly whenReady: Promise<unknown>;
  readonly bounds: readonly number[];
}
interface Loader {
  lazPerf: string;
  parseFile(bytes: ArrayBuffer): Promise<{ readonly attributes: { readonly position: Float32Array } }>;
}

const library = dirname(fileURLToPath(import.meta.resolve('itowns')));
const load = async (path: string): Promise<unknown> =>
  ((await import(pathToFileURL(join(library, path)).href)) as { readonly default: unknown }).default;

/** What iTowns' own tree and loader find behind the address of an `ept.json`. */
export async function readByItowns(
  url: string,
): Promise<{ readonly nodes: number; readonly told: number; readonly points: number }> {
  const SourceClass = (await load('Source/EntwinePointTileSource.js')) as new (config: { url: string }) => Source;
  const NodeClass = (await load('Core/EntwinePointTileNode.js')) as new (...place: unknown[]) => Node;
  const loader = new ((await load('Loader/LASLoader.js')) as new () => Loader)();
  loader.lazPerf = join(dirname(fileURLToPath(import.meta.resolve('laz-perf'))));
  const source = new SourceClass({ url });
  await source.whenReady;
  const root = new NodeClass(0, 0, 0, 0, { source, spacing: 1 }, -1);
  let [nodes, told, points] = [0, 0, 0];
  for (const open = [root]; open.length > 0;) {
    const node = open.pop()!;
    if (!node.octreeIsLoaded) await node.loadOctree();
    const tile = await (await fetch(node.url)).arrayBuffer();
    points += (await loader.parseFile(tile)).attributes.position.length / 3;
    told += node.numPoints;
    nodes += 1;
    open.push(...node.children);
  }
  return { nodes, told, points };
}
