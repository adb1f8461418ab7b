import type { UpAxis } from '../../../../src/kinds/splat/draw/usual-up.ts';
import type { SceneFrame } from '../../scene/geometry/scene-frame.ts';
import { type Box, boxAround, cornersOf, mapTriple, minus, times, type Triple } from '../../scene/geometry/triple.ts';
import { placingOf } from '../model-placing.ts';

/** Where splats stand in the scene: turned by their up axis, then `× scale + shift`. */
export type SplatPlacing = {
  readonly up: UpAxis;
  readonly scale: number;
  readonly shift: Triple;
};

/** Units that differ by less are the same. */
const SAME_UNIT = 1e-6;

/**
 * @param zero place in the CRS that is 0, 0, 0 in the file
 * @returns null where lengths and heights have other units: splats are ellipsoids of one unit
 */
export function placeSplats(
  frame: SceneFrame,
  zero: Triple,
  { lift, scale, up }: { readonly lift: number } & Pick<SplatPlacing, 'scale' | 'up'>,
): SplatPlacing | null {
  const placing = placingOf(frame, zero, lift);
  const [unit, ...others] = placing.scale;
  if (others.some((other) => Math.abs(other / unit - 1) > SAME_UNIT)) return null;
  return { up, scale: unit * scale, shift: placing.shift };
}

/** From the axes of the file to those of the scene, where z points up. */
export function turned(up: UpAxis, [x, y, z]: Triple): Triple {
  switch (up) {
    case 'z':
      return [x, y, z];
    case '-z':
      return [x, -y, -z];
    case 'y':
      return [x, -z, y];
    case '-y':
      return [x, z, -y];
  }
}

/** The turns about the x axis that undo each other. */
const BACK: Readonly<Record<UpAxis, UpAxis>> = { z: 'z', '-z': '-z', y: '-y', '-y': 'y' };

/** From the axes of the scene to those of the file. */
export const turnedBack = (up: UpAxis, at: Triple): Triple => turned(BACK[up], at);

export const placed = ({ up, scale, shift }: SplatPlacing, place: Triple): Triple =>
  mapTriple(turned(up, place), (value, axis) => value * scale + shift[axis]);

export const unplaced = ({ up, scale, shift }: SplatPlacing, at: Triple): Triple =>
  turnedBack(up, times(minus(at, shift), 1 / scale));

/** The box in the scene around a box of the file. */
export function placedBox(placing: SplatPlacing, box: Box): Box {
  const corners = cornersOf(box).map((corner) => placed(placing, corner));
  return boxAround(corners.map((corner) => ({ min: corner, max: corner }))) ?? box;
}
