import type { Box3, Vector3 } from '../../../geodata/place/box.ts';

/** Part of a tileset before it is written. */
export interface Tile {
  /** Path of its content below the tileset; null where there is nothing to draw. */
  readonly content: string | null;
  /** Box of the tile's content, in metres of the root; null without content. */
  readonly box: Box3 | null;
  /** Metres by which what is drawn may be off where its children are not drawn; 0 without children. */
  readonly error: number;
  readonly children: readonly Tile[];
}

/** A tile as `tileset.json` has it. */
interface WrittenTile {
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
  readonly refine?: 'REPLACE';
  readonly content?: { readonly uri: string };
  readonly children?: readonly WrittenTile[];
  readonly transform?: readonly number[];
}

export interface Tileset {
  readonly asset: { readonly version: '1.1' };
  readonly geometricError: number;
  readonly root: WrittenTile;
}

/** So much larger is the error of a tile than those of its children, at least: numbers are compared after rounding. */
const MARGIN = 1.01;
/** Metres: of a tile with finer ones that are not off it, which are drawn all the same for their pictures. */
const LEAST_ERROR = 1e-6;

/**
 * Puts tiles together. Boxes hold all tiles below; errors fall with each step down to 0.
 *
 * @param tops tiles that nothing is coarser than
 * @param transform from the metres of the tiles to those of the Earth, by columns; null for a model without a place
 * @returns null when there is nothing to draw
 */
export function tilesetOf(tops: readonly Tile[], transform: readonly number[] | null): Tileset | null {
  const written = tops.flatMap((tile) => writtenOf(tile) ?? []);
  if (written.length === 0) return null;
  // Several tiles are the coarsest: nothing is drawn for the tile around them.
  const whole = written.length === 1 ? written[0]! : around(written);
  const { tile, box } = whole;
  const diagonal = Math.hypot(...box.max.map((value, axis) => value - box.min[axis]!));
  return {
    asset: { version: '1.1' },
    // Without the tileset all of the model is missing.
    geometricError: Math.max(MARGIN * tile.geometricError, diagonal),
    root: { ...(transform && { transform }), ...tile, refine: 'REPLACE' },
  };
}

interface Whole {
  readonly tile: WrittenTile;
  readonly box: Box3;
}

/** Null for a tile that has nothing to draw, neither itself nor below. */
function writtenOf({ content, box, error, children }: Tile): Whole | null {
  const below = children.flatMap((child) => writtenOf(child) ?? []);
  if (content === null && below.length === 0) return null;
  const boxes = [...(box === null ? [] : [box]), ...below.map((child) => child.box)];
  const whole = boxes.reduce(joined);
  const least = Math.max(0, ...below.map((child) => MARGIN * child.tile.geometricError));
  return {
    box: whole,
    tile: {
      boundingVolume: { box: volumeOf(whole) },
      geometricError: below.length === 0 ? 0 : Math.max(error, least, LEAST_ERROR),
      ...(content !== null && { content: { uri: content } }),
      ...(below.length > 0 && { children: below.map((child) => child.tile) }),
    },
  };
}

function around(written: readonly Whole[]): Whole {
  const box = written.map((whole) => whole.box).reduce(joined);
  const diagonal = Math.hypot(...box.max.map((value, axis) => value - box.min[axis]!));
  const error = Math.max(diagonal / 2, ...written.map(({ tile }) => MARGIN * tile.geometricError));
  return {
    box,
    tile: {
      boundingVolume: { box: volumeOf(box) },
      geometricError: error,
      children: written.map(({ tile }) => tile),
    },
  };
}

const joined = (one: Box3, other: Box3): Box3 => ({
  min: one.min.map((value, axis) => Math.min(value, other.min[axis]!)) as unknown as Vector3,
  max: one.max.map((value, axis) => Math.max(value, other.max[axis]!)) as unknown as Vector3,
});

/** Half sides that are 0 are no volume to some programs. */
const LEAST_HALF = 1e-3;
/** What rounding of the middle and of the half sides takes away. */
const ROUNDING = 1e-12;

function volumeOf({ min, max }: Box3): readonly number[] {
  const middle = min.map((value, axis) => (value + max[axis]!) / 2);
  const half = min.map((value, axis) =>
    Math.max(LEAST_HALF, (max[axis]! - value) / 2 + ROUNDING * (Math.abs(value) + Math.abs(max[axis]!))),
  );
  return [...middle, half[0]!, 0, 0, 0, half[1]!, 0, 0, 0, half[2]!];
}
