import type { Material } from '../model/triangle-model.ts';
import type { StoredPicture } from './picture-files.ts';

/** A picture and the colour that it is multiplied by; or a colour alone. */
export interface Look {
  readonly picture: StoredPicture | null;
  readonly colour: Material['colour'];
}

export interface Looks {
  readonly list: readonly Look[];
  /** Number of the look of each material; -1 for those that no triangle has. Materials that look the same share one. */
  readonly ofMaterial: Int32Array;
}

export function looksOf(
  materialOf: Uint32Array,
  materials: readonly Material[],
  pictures: readonly (StoredPicture | null)[],
): Looks {
  const ofMaterial = new Int32Array(materials.length).fill(-1);
  const list: Look[] = [];
  const known = new Map<string, number>();
  for (const material of materialOf) {
    // Gradients have no look.
    if (material >= materials.length || ofMaterial[material] !== -1) continue;
    const picture = pictures[material] ?? null;
    const { colour } = materials[material]!;
    // A shared picture has one place in the file.
    const key = `${picture?.levels[0]!.offset ?? 'plain'} ${colour.join(' ')}`;
    const number = known.get(key) ?? list.length;
    if (number === list.length) list.push({ picture, colour });
    known.set(key, number);
    ofMaterial[material] = number;
  }
  return { list, ofMaterial };
}
