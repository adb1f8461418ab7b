import type { ModelPlace } from '../../mesh/place/model-place.ts';
import { shapeOfScene } from '../draw/scene-shape.ts';
import { usualY } from '../draw/usual-up.ts';
import { HARMONICS, type SplatModel } from '../model/splat-model.ts';
import type { SplatFormat } from '../read/splat-facts.child.ts';
import type { SplatOutputFormat } from './formats.ts';

interface Conversion {
  readonly from: SplatFormat;
  readonly to: SplatOutputFormat;
  /** Place of the splats, which has z up in every format; null if it is unknown. */
  readonly place: ModelPlace | null;
}

/** Warning about splats that were turned. */
export const TURNED =
  'SPZ files have y up and the other formats have y down, so the splats are turned by half around x: y and z change their signs.';

/**
 * Turns splats by half around x where they would else be upside down in the new format. Splats that stand by their place, or whose up axis
 * is not the usual one of their format, stay as they are.
 *
 * @returns whether they were turned
 */
export function turnForFormat(model: SplatModel, { from, to, place }: Conversion): boolean {
  const [before, after] = [usualY(`.${from}`), usualY(`.${to}`)];
  if (place !== null || before === after) return false;
  const { axis } = shapeOfScene(model.centres, { y: before });
  if (axis !== (before === 1 ? 'y' : '-y')) return false;
  turnAroundX(model);
  return true;
}

/** Coefficients of harmonics that change their sign, as they have an odd number of factors y and z. */
const ODD_HARMONICS = [0, 1, 3, 6, 8, 10, 11, 13];

/** Turns splats by half around x. The axes of an ellipsoid have no direction, so turning them as well changes nothing. */
function turnAroundX({ count, shDegree, centres, rotations, harmonics }: SplatModel): void {
  const each = HARMONICS[shDegree];
  const odd = ODD_HARMONICS.filter((coefficient) => 3 * coefficient < each);
  for (let splat = 0; splat < count; splat += 1) {
    centres[3 * splat + 1] = -centres[3 * splat + 1]!;
    centres[3 * splat + 2] = -centres[3 * splat + 2]!;
    rotations[4 * splat + 1] = -rotations[4 * splat + 1]!;
    rotations[4 * splat + 2] = -rotations[4 * splat + 2]!;
    for (const coefficient of odd)
      for (let number = 3 * coefficient; number < 3 * coefficient + 3; number += 1)
        harmonics[each * splat + number] = -harmonics[each * splat + number]!;
  }
}
