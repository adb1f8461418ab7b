import { newId } from '../../measuring/keeping/sidecar.ts';
import { type Feature, measurementOf, type Position, shapeOf, type Tool } from '../../measuring/model/measurement.ts';
import { freeName, newFeature } from '../../measuring/model/new-feature.ts';
import { storedHeights } from '../../measuring/model/stored-heights.ts';
import type { EarthInScene } from '../geometry/earth.ts';
import type { Triple } from '../geometry/triple.ts';
import type { Measurement } from '../tools/measuring.ts';

/** A measurement of the dataset as the scene draws it. */
export type KeptShape = {
  readonly id: string;
  readonly feature: Feature;
  readonly colour: string;
  /** Points that were measured. */
  readonly points: readonly Triple[];
  readonly lines: readonly (readonly [Triple, Triple])[];
};

/** Heights of the scene: that of the ground, or of what stands there; null where nothing is. */
type HeightInScene = (x: number, y: number) => number | null;

/** Parts of a line that lies on the ground. */
const PARTS = 24;
/** More are not drawn: each is projected in each frame. */
const MOST_SHAPES = 500;
const [CLOSED, LEAST_CORNERS] = ['Polygon', 3] as const;

/** @param usual height where nothing is */
export function keptShapes(
  features: readonly Feature[],
  earth: EarthInScene,
  heightAt: HeightInScene,
  usual: number,
): readonly KeptShape[] {
  const onGround = ([longitude, latitude]: Position): Triple => {
    const [x, y] = earth.fromEarth([longitude, latitude, 0]);
    return [x, y, heightAt(x, y) ?? usual];
  };
  return features.slice(0, MOST_SHAPES).flatMap((feature) => {
    const { id, tool, positions, colour, hidden } = measurementOf(feature);
    if (hidden || positions.length === 0) return [];
    const stored = storedHeights(feature.properties);
    const points = positions.map((at, index) => {
      const height = stored[index] ?? null;
      return height === null || stored.length !== positions.length ? onGround(at) : earth.fromEarth([...at, height]);
    });
    const isMeasured = stored.length === positions.length && stored.every((height) => height !== null);
    const [first, firstPoint] = [positions[0], points[0]];
    const isArea = (tool === null ? feature.geometry?.type : shapeOf(tool)) === CLOSED;
    const isRing = isArea && positions.length >= LEAST_CORNERS && first !== undefined && firstPoint !== undefined;
    const [ring, corners] = isRing
      ? [
          [...positions, first],
          [...points, firstPoint],
        ]
      : [positions, points];
    const lines = isMeasured
      ? corners.slice(1).map((to, index) => [corners[index] ?? to, to] as const)
      : ring.slice(1).flatMap((to, index) => draped(ring[index] ?? to, to, onGround));
    return [{ id, feature, colour, points, lines }];
  });
}

function draped(
  from: Position,
  to: Position,
  onGround: (at: Position) => Triple,
): readonly (readonly [Triple, Triple])[] {
  const places = Array.from({ length: PARTS + 1 }, (_, part) =>
    onGround([from[0] + ((to[0] - from[0]) * part) / PARTS, from[1] + ((to[1] - from[1]) * part) / PARTS]),
  );
  return places.slice(1).map((place, index) => [places[index] ?? place, place] as const);
}

/** What the tools of a scene are called in files of measurements. Angles and profiles are of the scene alone. */
const TOOL_OF: Readonly<Partial<Record<Measurement['tool'], Tool>>> = {
  distance: 'distance',
  height: 'difference',
  area: 'area',
};

/** True of a measurement that a file can have. */
export const canBeKept = ({ tool }: Measurement): boolean => TOOL_OF[tool] !== undefined;

type Keeping = {
  readonly earth: EarthInScene;
  readonly names: readonly string[];
  readonly by: string | null;
  readonly at: string;
};

/** A measurement of the scene as a file has it, with its heights; null for one that no file has. */
export function featureOf({ tool, points }: Measurement, { earth, names, by, at }: Keeping): Feature | null {
  const kept = TOOL_OF[tool];
  if (kept === undefined) return null;
  const places = points.map(earth.toEarth);
  const positions = places.map(([longitude, latitude]): Position => [rounded(longitude, 9), rounded(latitude, 9)]);
  const feature = newFeature({
    id: newId(),
    tool: kept,
    positions,
    name: freeName(kept, names),
    surface: null,
    by,
    at,
  });
  const heights = places.map(([, , height]) => rounded(height, 3));
  return { ...feature, properties: { ...feature.properties, heights } };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
