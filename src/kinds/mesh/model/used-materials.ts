import { OperationRefusal } from '../../../engine/for-children.ts';

/** Numbers materials by what a file calls them, in the order in which its faces use them. */
export interface UsedMaterials<Key> {
  numberOf(key: Key): number;
  readonly keys: readonly Key[];
}

/** Cities have some thousand. */
const MOST_MATERIALS = 65_536;

export function createUsedMaterials<Key>(): UsedMaterials<Key> {
  const numbers = new Map<Key, number>();
  return {
    numberOf(key) {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      if (numbers.size === MOST_MATERIALS)
        throw new OperationRefusal(`It uses more than ${MOST_MATERIALS} materials.`, 'too-large');
      numbers.set(key, numbers.size);
      return numbers.size - 1;
    },
    get keys() {
      return [...numbers.keys()];
    },
  };
}
