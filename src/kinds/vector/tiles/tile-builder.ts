import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { DOT, drawShape, type Detail } from './draw.ts';
import { BUFFER, EXTENT, MAX_PLAIN_BYTES, type TileAddress } from './grid.ts';
import { writeFields, written } from './protocol-buffer.ts';
import { POINT, type Shape } from './shape.ts';
import { encodeLayer, type DrawnFeature, type LayerContext } from './tile-layer.ts';

/** Bytes of a tile as it is stored, and features in it. */
export const MAX_TILE_BYTES = 500_000;
const MAX_TILE_FEATURES = 200_000;
/** Drawn bytes that are kept for one tile: far more than can be stored, little enough for memory. */
const MAX_DRAWN_BYTES = 8 * 2 ** 20;
/** Positions of a feature above which a tile that is too large is drawn coarser before features are left out. */
const MANY_POSITIONS = 40;
const MAX_COARSENESS = 16;
/** Part of what would just fit: leaves room for what compresses worse. */
const CAUTION = 0.9;

export interface MadeTile {
  /** 0: all layers; else the layer at this position, from 1, of the source. */
  readonly layer: number;
  /** Compressed with gzip. */
  readonly bytes: Uint8Array;
}

export interface MadeTiles {
  readonly tiles: readonly MadeTile[];
  /** Features that had to be left out for the size of the tile. */
  readonly dropped: number;
}

/**
 * Makes a tile of shapes that are clipped to it, and one for each layer where there are several.
 *
 * @param shapes asked again when the tile has to be drawn coarser
 */
export function makeTile(
  tile: TileAddress,
  { isDeepest, isSparse }: Pick<Detail, 'isDeepest' | 'isSparse'>,
  shapes: () => Iterable<Shape>,
  context: LayerContext,
): MadeTiles {
  for (let coarseness = 1; ; coarseness *= 2) {
    const drawing = createDrawing(tile, { isDeepest, isSparse, coarseness });
    for (const shape of shapes()) drawing.add(shape);
    const { features, dropped, positions, bytes } = drawing;
    if (features.length === 0) return { tiles: [], dropped };
    const fit = fitTile(features, bytes, context);
    const isFull = dropped > 0 || fit.dropped > 0;
    if (!isFull || coarseness >= MAX_COARSENESS || positions < MANY_POSITIONS * (features.length + dropped)) {
      if (fit.features.length === 0) return { tiles: [], dropped: dropped + fit.dropped };
      return {
        tiles: [{ layer: 0, bytes: fit.bytes }, ...layerTiles(features, bytes, fit, context)],
        dropped: dropped + fit.dropped,
      };
    }
  }
}

interface Drawing {
  readonly features: DrawnFeature[];
  /** Their geometries, one behind the other. */
  readonly bytes: PbfWriter;
  readonly positions: number;
  readonly dropped: number;
  add(shape: Shape): void;
}

/** Draws shapes; of too many it keeps the largest. */
function createDrawing(tile: TileAddress, detail: Detail): Drawing {
  let [features, bytes, positions, dropped]: [DrawnFeature[], PbfWriter, number, number] = [
    [],
    new PbfWriter(new Uint8Array(65_536)),
    0,
    0,
  ];
  let least = -1;
  const isShown = detail.isDeepest && detail.coarseness === 1 ? always : firstInCell(DOT * detail.coarseness);
  const thin = (): void => {
    const kept = largest(features, Math.floor(features.length / 2));
    dropped += features.length - kept.length;
    least = Math.min(...kept.map(({ rank }) => rank));
    const compact = new PbfWriter(new Uint8Array(65_536));
    features = kept.map((feature) => {
      const start = compact.pos;
      writeFields(compact, bytes.buf.subarray(feature.start, feature.end));
      return { ...feature, start, end: compact.pos };
    });
    bytes = compact;
  };
  return {
    get features() {
      return features;
    },
    get bytes() {
      return bytes;
    },
    get positions() {
      return positions;
    },
    get dropped() {
      return dropped;
    },
    add(shape) {
      const rank = rankOf(shape);
      if (rank < least) {
        dropped += 1;
        return;
      }
      const start = bytes.pos;
      const drawn = drawShape(shape, tile, detail, isShown(shape.feature.layer), bytes);
      if (drawn === 0) return;
      positions += drawn;
      features.push({ feature: shape.feature, kind: shape.kind, rank, start, end: bytes.pos });
      while (features.length > MAX_TILE_FEATURES || (bytes.pos > MAX_DRAWN_BYTES && features.length > 1)) thin();
    },
  };
}

const always: PointFilter = () => () => true;

type PointFilter = (layer: number) => (x: number, y: number) => boolean;

/** Whether no point of the layer was drawn in its cell before. */
function firstInCell(side: number): PointFilter {
  const columns = Math.ceil((EXTENT + 2 * BUFFER) / side) + 1;
  const taken = new Set<number>();
  return (layer) => (x, y) => {
    const row = layer * columns + Math.floor((y + BUFFER) / side);
    const cell = row * columns + Math.floor((x + BUFFER) / side);
    if (taken.has(cell)) return false;
    taken.add(cell);
    return true;
  };
}

/** What is kept longest has the highest: long lines and large polygons; of points, and of equals, chance decides. */
const rankOf = ({ kind, side, feature }: Shape): number => (kind === POINT ? 0 : side) + feature.chance * 1e-9;

function largest(features: readonly DrawnFeature[], count: number): DrawnFeature[] {
  const ranks = features.map(({ rank }) => rank).sort((a, b) => b - a);
  const least = ranks[count - 1] ?? Infinity;
  return features.filter(({ rank }) => rank >= least).slice(0, Math.max(1, count));
}

interface FittedTile {
  readonly bytes: Uint8Array;
  readonly features: readonly DrawnFeature[];
  readonly dropped: number;
}

/** A copy: zlib's answer is a piece of some larger block, which would be kept and sent with it. */
const packed = (bytes: Uint8Array): Uint8Array => new Uint8Array(gzipSync(bytes));

/** A tile of as many features as it can have. */
function fitTile(all: readonly DrawnFeature[], geometries: PbfWriter, context: LayerContext): FittedTile {
  let features = all;
  for (;;) {
    const plain = encodeLayer(features, written(geometries), context);
    const bytes = packed(plain);
    const excess = Math.max(bytes.length / MAX_TILE_BYTES, plain.length / MAX_PLAIN_BYTES);
    if (excess <= 1) return { bytes, features, dropped: all.length - features.length };
    if (features.length === 1) {
      // It will never fit; what is smaller may.
      const rest = fitTile(without(all, features[0]), geometries, context);
      return { ...rest, dropped: rest.dropped + 1 };
    }
    const share = CAUTION / excess;
    features = largest(features, Math.max(1, Math.floor(features.length * Math.min(share, CAUTION))));
  }
}

const without = (all: readonly DrawnFeature[], one: DrawnFeature | undefined): readonly DrawnFeature[] =>
  all.filter((feature) => feature !== one);

/** The tiles of single layers, where the source has several. */
function layerTiles(
  features: readonly DrawnFeature[],
  geometries: PbfWriter,
  whole: FittedTile,
  context: LayerContext,
): MadeTile[] {
  if (context.layers.length < 2) return [];
  const layers = [...new Set(features.map(({ feature }) => feature.layer))];
  if (layers.length === 1 && whole.dropped === 0) return [{ layer: layers[0]! + 1, bytes: whole.bytes }];
  return layers.map((layer) => {
    const own = features.filter(({ feature }) => feature.layer === layer);
    return { layer: layer + 1, bytes: fitTile(own, geometries, context).bytes };
  });
}
