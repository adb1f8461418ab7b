import type { SceneFrame } from '../../../scene/geometry/scene-frame.ts';
import type { DecodedPoints } from '../decode/decode-messages.ts';
import { type Colour, intensityColour, rampColour, returnColour } from './height-ramp.ts';
import { classColour } from './point-classes.ts';
import type { PointColour, PointStyle } from './point-style.ts';

/** What the first node tells of the values of a cloud. */
export type CloudLook = {
  readonly colourShift: 0 | 8;
  readonly hasColour: boolean;
  /** Heights that the ramp goes over, in the scene. */
  readonly heights: readonly [number, number];
  readonly intensities: readonly [number, number];
  /** The same heights in the CRS. */
  readonly heightsInCrs: readonly [number, number];
  readonly classes: () => readonly number[];
  readonly addClasses: (classes: readonly number[]) => void;
  /** The way to colour that a style means for this cloud. */
  readonly colourOf: (style: Pick<PointStyle, 'colour'>) => Exclude<PointColour, 'auto'>;
  /** Colours of single points, as the graphics card draws them. @param height in the scene */
  readonly painter: (style: Pick<PointStyle, 'colour'>) => Painter;
};

/** Share of the points above and below the ramp: a bird and a hole take no colours from the ground. */
const OUTLIERS = 0.01;

/** @param base height that the positions are relative to, in the CRS */
export function cloudLook(first: DecodedPoints, base: number, { origin, scale }: SceneFrame): CloudLook {
  const { colourShift, hasColour, intensityRange } = first;
  const classes = new Set<number>();
  const heightsInCrs = heightsOf(first, base);
  const toScene = (height: number): number => (height - origin[2]) * scale[2];
  const heights = [toScene(heightsInCrs[0]), toScene(heightsInCrs[1])] as const;
  const colourOf: CloudLook['colourOf'] = ({ colour }) =>
    colour === 'auto' || (colour === 'rgb' && !hasColour) ? (hasColour ? 'rgb' : 'height') : colour;
  return {
    colourShift,
    hasColour,
    heights,
    intensities: intensityRange,
    heightsInCrs,
    classes: () => [...classes].toSorted((one, other) => one - other),
    addClasses(more) {
      for (const one of more) classes.add(one);
    },
    colourOf,
    painter: (style) => PAINTERS[colourOf(style)]({ heights, intensities: intensityRange }),
  };
}

/** @param base of the positions, in the CRS */
function heightsOf({ positions }: DecodedPoints, base: number): readonly [number, number] {
  const sorted = new Float32Array(positions.length / 3);
  for (let index = 0; index < sorted.length; index += 1) sorted[index] = positions[3 * index + 2] ?? 0;
  sorted.sort();
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  return [at(OUTLIERS) + base, at(1 - OUTLIERS) + base];
}

type Ranges = { readonly heights: readonly [number, number]; readonly intensities: readonly [number, number] };
type Painter = (points: DecodedPoints, index: number, height: number) => Colour;

const shareOf = (value: number, [low, high]: readonly [number, number]): number =>
  Math.min(1, Math.max(0, (value - low) / Math.max(high - low, 1e-6)));

const PAINTERS: Readonly<Record<Exclude<PointColour, 'auto'>, (ranges: Ranges) => Painter>> = {
  rgb: () => (points, index) => {
    const band = (offset: number): number => points.colours[4 * index + offset] ?? 0;
    return [band(0), band(1), band(2)];
  },
  height:
    ({ heights }) =>
    (_points, _index, height) =>
      rampColour(shareOf(height, heights)),
  class: () => (points, index) => classColour(points.colours[4 * index + 3] ?? 0),
  intensity:
    ({ intensities }) =>
    (points, index) =>
      intensityColour(shareOf(points.values[2 * index] ?? 0, intensities)),
  returns: () => (points, index) => {
    const stored = points.values[2 * index + 1] ?? 0;
    return returnColour(stored & 15, stored >> 4);
  },
};
