import { LRUCache } from 'lru-cache';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { isSoundBox } from '../../../geodata/place/box.ts';
import { toDegrees } from '../../../geodata/place/to-degrees.ts';
import { type ByteWindow, openWindow } from '../../../geodata/tiff/byte-window.ts';
import { type CopcNode, keyText } from '../copc/copc-layout.ts';
import { type ByteSource, CopcError, type CopcHeader, readCopcHeader } from '../copc/copc-reader.ts';
import { type CopcTree, createCopcTree } from '../copc/copc-tree.ts';
import { createLazCodec, type LazCodec } from '../laz/codec.ts';
import { type CloudLook, drawnPoints, type DrawnPoints, lookOf } from './cloud-look.ts';
import type { PlaneBox } from './plane-grid.ts';
import { createWorldGrid, type WorldGrid } from './world-grid.ts';

/** A cloud that a picture is drawn of. */
export interface OpenCloud {
  readonly header: CopcHeader;
  readonly tree: CopcTree;
  readonly plane: PlaneBox;
  /** Whether x and y are degrees. */
  readonly isInDegrees: boolean;
  /** Places of its plane, or of a part of it, in the world; null where it has none. */
  ground(part?: PlaneBox, maxError?: number): Promise<WorldGrid> | null;
  points(node: CopcNode): Promise<DrawnPoints>;
}

/** Clouds for one picture at a time. */
export interface OpenClouds {
  /** Opens the file for a picture. What is known of the cloud stays; the file does not, so that one that is removed frees its space. */
  use<T>(file: { readonly path: string; readonly version: string }, draw: (cloud: OpenCloud) => Promise<T>): Promise<T>;
}

/** Clouds whose headers, hierarchies and places are kept: 40 MB at most, mostly one of it. */
const KEPT_CLOUDS = 8;
/** Decoded points that are kept: four million points, which are some ten pictures of one place. */
const KEPT_BYTES = 64 * 2 ** 20;
/** Records of one node in memory. Programs write some 100,000 points, which are 4 MB. */
const MOST_NODE_BYTES = 256 * 2 ** 20;
/** Points by which a cloud is judged: those of the root nearly always. */
const SAMPLE_POINTS = 20_000;
/** Nodes that are looked at for them. */
const SAMPLE_NODES = 64;
/** A quarter of a pixel of zoom 22, which is 9 mm: deeper tiles ask for the places of the part that they show. */
const GROUND_ERROR = 0.25 / (256 * 2 ** 22);

/** What the clouds of one child share. */
interface Shared {
  readonly codec: LazCodec;
  readonly decoded: LRUCache<string, DrawnPoints>;
}

/** A file that is open while a picture is drawn. */
interface Opened extends ByteSource {
  window: ByteWindow;
}

export function createOpenClouds(): OpenClouds {
  // Owner of what is known of clouds, by path and version.
  const clouds = new LRUCache<string, { readonly source: Opened; readonly cloud: OpenCloud }>({ max: KEPT_CLOUDS });
  const shared: Shared = {
    codec: createLazCodec(),
    decoded: new LRUCache({
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ places, colours }) => 64 + places.byteLength + colours.byteLength,
    }),
  };
  return {
    async use({ path, version }, draw) {
      const key = `${version}\0${path}`;
      const window = openWindow(path);
      try {
        let known = clouds.get(key);
        if (known === undefined) {
          const source = sourceOf(window);
          known = { source, cloud: await openCloud(source, key, shared) };
          clouds.set(key, known);
        }
        known.source.window = window;
        return await draw(known.cloud);
      } finally {
        window.close();
      }
    },
  };
}

const sourceOf = (window: ByteWindow): Opened => ({
  window,
  size: window.size,
  async read(offset, bytes) {
    const found = this.window.bytes(offset, bytes);
    if (found === null) throw new CopcError('The file is cut off.');
    return found;
  },
});

async function openCloud(source: ByteSource, key: string, shared: Shared): Promise<OpenCloud> {
  const header = await readCopcHeader(source);
  requireSound(header);
  const tree = createCopcTree(source, header.info);
  return { header, tree, ...groundOf(header), ...pointsOf(source, header, tree, key, shared) };
}

function requireSound(header: CopcHeader): void {
  const { info, scale, offset } = header;
  const numbers = [...info.center, info.halfSize, ...scale, ...offset];
  if (!isSoundBox(header) || !numbers.every(Number.isFinite) || info.halfSize <= 0)
    throw new CopcError('Its bounds are not sound.');
}

function groundOf({ wkt, min, max }: CopcHeader): Pick<OpenCloud, 'plane' | 'isInDegrees' | 'ground'> {
  const plane = { minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] };
  const { way, isInDegrees } = wayOf(wkt);
  let whole: Promise<WorldGrid> | undefined;
  return {
    plane,
    isInDegrees,
    ground(part, maxError = GROUND_ERROR) {
      if (way === null) return null;
      if (part !== undefined) return createWorldGrid(way, part, maxError);
      return (whole ??= createWorldGrid(way, withArea(plane), GROUND_ERROR));
    },
  };
}

type Way = ReturnType<typeof toDegrees>;

/** The way to longitude and latitude; null where there is none. */
function wayOf(wkt: string | null): { readonly way: Way | null; readonly isInDegrees: boolean } {
  const crs = wkt === null ? null : crsOfWkt(wkt);
  const isPlaced = crs !== null && !crs.isLocal() && !crs.isGeocentric() && (crs.isGeographic() || crs.isProjected());
  if (!isPlaced) return { way: null, isInDegrees: false };
  const isInDegrees = crs.isGeographic();
  try {
    return { way: toDegrees(crs), isInDegrees };
  } catch {
    // PROJ reports by an error that nothing leads from one CRS to the other, as from that of another planet: here that is an answer.
    return { way: null, isInDegrees };
  }
}

/** A cloud whose points stand in a row has no area; its plane goes on a little to both sides. */
function withArea({ minX, minY, maxX, maxY }: PlaneBox): PlaneBox {
  const least = Math.max(maxX - minX, maxY - minY) / 1000 || 1e-6;
  const [x, y] = [maxX - minX < least ? least : 0, maxY - minY < least ? least : 0];
  return { minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y };
}

function pointsOf(
  source: ByteSource,
  { format, recordBytes, scale, offset }: CopcHeader,
  tree: CopcTree,
  key: string,
  { codec, decoded }: Shared,
): Pick<OpenCloud, 'points'> {
  const decode = async (node: CopcNode): Promise<Uint8Array> => {
    if (node.points * recordBytes > MOST_NODE_BYTES)
      throw new CopcError('One of its nodes has more points than a picture can be drawn of.');
    return codec.decodeSeen(format, recordBytes, node.points, await source.read(node.offset, node.bytes));
  };
  const heightOf = (stored: number): number => stored * scale[2] + offset[2];
  let look: CloudLook | undefined;
  return {
    async points(node) {
      if (node.points === 0) return NO_POINTS;
      const nodeKey = `${keyText(node)}\0${key}`;
      const kept = decoded.get(nodeKey);
      if (kept !== undefined) return kept;
      look ??= lookOf(await samplesOf(tree, decode), { format, recordBytes }, heightOf);
      const points = drawnPoints(await decode(node), recordBytes, look, heightOf);
      decoded.set(nodeKey, points);
      return points;
    },
  };
}

const NO_POINTS: DrawnPoints = {
  count: 0,
  places: new Int32Array(0),
  colours: new Uint32Array(0),
  isByHeight: false,
};

/** Records of the first nodes that have points. */
async function samplesOf(
  tree: CopcTree,
  decode: (node: CopcNode) => Promise<Uint8Array>,
): Promise<readonly Uint8Array[]> {
  const root = await tree.root();
  const open = root === undefined ? [] : [root];
  const samples: Uint8Array[] = [];
  let points = 0;
  for (let looked = 0; looked < SAMPLE_NODES && points < SAMPLE_POINTS; looked += 1) {
    const node = open.shift();
    if (node === undefined) break;
    // Memory of the codec, which it fills anew with each node.
    if (node.points > 0) samples.push((await decode(node)).slice());
    points += node.points;
    open.push(...(await tree.children(node)));
  }
  return samples;
}
