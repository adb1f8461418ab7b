import { gunzipSync } from 'node:zlib';
import type { TileArchive } from '../tiles/archive.ts';
import { EXTENT, latitudeOf, longitudeOf, MAX_PLAIN_BYTES, worldX, worldY } from '../tiles/grid.ts';
import { boxOf, type Parts, POINT, POLYGON, type ShapeKind } from '../tiles/shape.ts';
import { STRIDE } from '../tiles/simplify.ts';
import { readFeatures } from '../tiles/read-features.ts';
import type { DrawingBudget } from './drawing-budget.ts';
import { type DrawTask, MOST_TURNS, type TileSource } from './draw-task.ts';
import type { MapFeature, MapPiece } from './map-drawing.ts';
import { createPixelPlaces, type PixelPlaces } from './pixel-places.ts';
import { shapeInPixels } from './pixel-shape.ts';
import { pixelSpans, throughPixels } from './pixel-spans.ts';

/** Steps a side along which the square of a tile is projected: sides that bend are seen well enough at 512 pixels. */
const SIDE_STEPS = 16;

/** A tile of a picture: x counts on where the picture crosses the antimeridian. */
interface PlacedTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/**
 * The features of vector tiles in a picture: a piece for each tile, drawn through its own square, in which its features are
 * whole. Their pieces fit together there, and what was clipped at the border of a tile shows no side that is none.
 */
export function* tilePieces(
  { width, height, projection, label, by }: DrawTask,
  source: TileSource,
  archive: TileArchive,
  budget: DrawingBudget,
): Generator<MapPiece> {
  const places = createPixelPlaces(projection, width, height);
  const layer = source.layer === null ? 0 : archive.layers.indexOf(source.layer) + 1;
  for (const tile of tilesOf(source)) {
    budget.check();
    const count = 2 ** tile.z;
    const stored = archive.find({ ...tile, x: ((tile.x % count) + count) % count }, layer)?.bytes();
    if (stored === undefined) continue;
    const narrow = throughPixels(pixelSpans(outlineOf(tile, places), height));
    const features = function* (): Generator<MapFeature> {
      const plain = gunzipSync(stored, { maxOutputLength: MAX_PLAIN_BYTES * 4 });
      for (const { id, kind, parts, value, by: classed } of readFeatures(plain, label, by)) {
        budget.spend(parts.reduce((sum, part) => sum + part.length / 2, 0));
        const own = kind === POINT ? parts.map(pointsWithin) : parts;
        const shape = shapeInPixels(inPlane(kind, own, tile, places), places);
        if (shape !== null) yield { key: id ?? String(value), label: value, by: classed, shapes: [shape] };
      }
    };
    yield { narrow, features: features() };
  }
}

/**
 * Zoom 0 to that at which a tile is 256 to 512 pixels of the picture: some hundred tiles, more only of pictures whose pixels
 * are far from square. Pictures of more than the world show it as often as `viewsOf` looks for features.
 */
function* tilesOf({ bounds: [west, south, east, north], zoom }: TileSource): Generator<PlacedTile> {
  const count = 2 ** zoom;
  const row = (latitude: number): number => Math.max(0, Math.min(count - 1, Math.floor(worldY(latitude) * count)));
  const first = Math.max(-MOST_TURNS * count, Math.floor(worldX(west) * count));
  const last = Math.min((MOST_TURNS + 1) * count, Math.max(first + 1, Math.ceil(worldX(east) * count))) - 1;
  for (let y = row(north); y <= row(south); y += 1) {
    for (let x = first; x <= last; x += 1) yield { z: zoom, x, y };
  }
}

/** A point belongs to one tile, though others have it in their buffers. */
function pointsWithin(part: Float64Array): Float64Array {
  const kept: number[] = [];
  for (let at = 0; at < part.length; at += 2) {
    const [x, y] = [part[at]!, part[at + 1]!];
    if (x >= 0 && y >= 0 && x < EXTENT && y < EXTENT) kept.push(x, y);
  }
  return Float64Array.from(kept);
}

/** A shape in units of a tile, in the plane of the picture. */
function inPlane(
  kind: ShapeKind,
  parts: readonly Float64Array[],
  { z, x, y }: PlacedTile,
  { toPlane }: PixelPlaces,
): Parts {
  const side = 2 ** z;
  const plane = parts.map((part) => {
    const positions = new Float64Array((part.length / 2) * STRIDE);
    for (let at = 0, to = 0; at < part.length; at += 2, to += STRIDE) {
      const [east, south] = [(x + part[at]! / EXTENT) / side, (y + part[at + 1]! / EXTENT) / side];
      toPlane(longitudeOf(east), latitudeOf(south), positions, to);
    }
    return positions;
  });
  // Outer rings turn one way, holes the other.
  const outer = kind === POLYGON ? parts.map((part) => turnOf(part) > 0) : parts.map(() => false);
  return { kind, parts: plane, outer, ...boxOf(plane) };
}

/** Twice the signed area of a ring, positive for one that turns as outer rings of tiles do. */
function turnOf(ring: Float64Array): number {
  let sum = 0;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2)
    sum += ring[before]! * ring[at + 1]! - ring[at]! * ring[before + 1]!;
  return sum;
}

/** The square of a tile in pixels; neighbours have the same positions on the side that they share. */
function outlineOf(tile: PlacedTile, places: PixelPlaces): Float64Array {
  const steps = Array.from({ length: SIDE_STEPS }, (_, step) => (step / SIDE_STEPS) * EXTENT);
  const ring = [
    ...steps.flatMap((along) => [along, 0]),
    ...steps.flatMap((along) => [EXTENT, along]),
    ...steps.flatMap((along) => [EXTENT - along, EXTENT]),
    ...steps.flatMap((along) => [0, EXTENT - along]),
  ];
  const shape = shapeInPixels(inPlane(POLYGON, [Float64Array.from(ring)], tile, places), places);
  return shape?.parts[0] ?? new Float64Array(0);
}
