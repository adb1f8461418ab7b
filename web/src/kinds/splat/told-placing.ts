import { UP_AXES, type UpAxis, usualUp } from '../../../../src/kinds/splat/draw/usual-up.ts';
import type { Entry } from '../../api/answers.ts';
import { textOf } from '../../format/value.ts';
import type { Triple } from '../../scene/geometry/triple.ts';

/** How splats stand by what is told beside their file and by their build. */
export type ToldPlacing = {
  readonly up: UpAxis;
  /** Metres, or units of the CRS, in a unit of the file; null: nothing says so. */
  readonly scale: number | null;
  /** True where coordinates of the file are those of a CRS: their size is known. */
  readonly isInCrs: boolean;
};

/** @param zero place in the CRS that is 0, 0, 0 in the file */
export function toldPlacing({ path, properties }: Pick<Entry, 'path' | 'properties'>, zero: Triple): ToldPlacing {
  const [isPlaced, scale] = [properties?.['georeferenced'] === true, properties?.['scale']];
  const upAxis = UP_AXES.find((axis) => axis === properties?.['upAxis']);
  return {
    // Builds of earlier versions tell none.
    up: isPlaced ? 'z' : (upAxis ?? usualUp(path, false)),
    scale: typeof scale === 'number' && scale > 0 ? scale : null,
    isInCrs: isPlaced && textOf(properties?.['projection']) !== '' && zero.every((value) => value === 0),
  };
}
