import type { SplatModel } from '../model/splat-model.ts';
import type { Area } from '../splat-input/area.ts';
import type { CropBox, DroppedSplats, SplatSelection } from './request.ts';

/** Indices of the splats to keep, and the number that each rule dropped. */
interface SelectedSplats {
  readonly list: Uint32Array;
  readonly dropped: DroppedSplats;
}

export type SelectionRules = Pick<SplatSelection, 'box' | 'minOpacity' | 'maxScale'> & { readonly area: Area | null };

/** Splats between two reports of progress. */
const STEP = 2 ** 16;

/** Chooses splats by their centres, opacities and scales. Edges of boxes and areas count as inside. */
export function selectSplats(
  { count, centres, scales, opacities }: Pick<SplatModel, 'count' | 'centres' | 'scales' | 'opacities'>,
  { box, area, minOpacity, maxScale }: SelectionRules,
  progress: (share: number) => void,
): SelectedSplats {
  const low = [box.minX ?? -Infinity, box.minY ?? -Infinity, box.minZ ?? -Infinity] as const;
  const high = [box.maxX ?? Infinity, box.maxY ?? Infinity, box.maxZ ?? Infinity] as const;
  const [opaque, large] = [minOpacity ?? -Infinity, maxScale ?? Infinity];
  const list = new Uint32Array(count);
  let [kept, outsideBox, outsideArea, tooTransparent, tooLarge] = [0, 0, 0, 0, 0];
  for (let splat = 0, at = 0; splat < count; splat += 1, at += 3) {
    const x = centres[at]!;
    const y = centres[at + 1]!;
    const z = centres[at + 2]!;
    if (x < low[0] || y < low[1] || z < low[2] || x > high[0] || y > high[1] || z > high[2]) outsideBox += 1;
    else if (area !== null && !area(x, y)) outsideArea += 1;
    else if (opacities[splat]! < opaque) tooTransparent += 1;
    else if (scales[at]! > large || scales[at + 1]! > large || scales[at + 2]! > large) tooLarge += 1;
    else {
      list[kept] = splat;
      kept += 1;
    }
    if (splat % STEP === 0) progress(splat / count);
  }
  return { list: list.subarray(0, kept), dropped: { outsideBox, outsideArea, tooTransparent, tooLarge } };
}

/** Names of the lower limits that are above their upper limits. */
export const wrongLimits = (box: CropBox): readonly (keyof CropBox)[] =>
  (
    [
      ['minX', 'maxX'],
      ['minY', 'maxY'],
      ['minZ', 'maxZ'],
    ] as const
  ).flatMap(([low, high]) => ((box[low] ?? -Infinity) > (box[high] ?? Infinity) ? [low] : []));
