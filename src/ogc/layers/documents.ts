import { LRUCache } from 'lru-cache';
import { createSharedWork } from '../../concurrency/index.ts';
import type { LayerSet } from './layer-set.ts';

/** Documents made of lists of layers, as long as the lists are remembered. */
export interface LayerDocuments {
  /**
   * @param key plain data: all that the text depends on beside the layers
   * @param make called unless the text is known; those who ask for the same meanwhile share its answer, and its signal fires
   * when all of them have gone
   */
  get(
    set: LayerSet,
    key: unknown,
    make: (signal: AbortSignal) => Promise<string>,
    signal?: AbortSignal,
  ): Promise<string>;
}

/** Characters of all texts: those of 40 datasets of a thousand layers in one version of WMS. */
const MOST_CHARACTERS = 2 ** 26;

export function createLayerDocuments(): LayerDocuments {
  // Owner of the texts. A list that changes is another object with another number: its old texts are never asked for again.
  const texts = new LRUCache<string, string>({ maxSize: MOST_CHARACTERS, sizeCalculation: (text) => 1 + text.length });
  const numbers = new WeakMap<LayerSet, number>();
  const making = createSharedWork<string>();
  let last = 0;
  const numberOf = (set: LayerSet): number => {
    const number = numbers.get(set) ?? (last += 1);
    numbers.set(set, number);
    return number;
  };
  return {
    async get(set, key, make, signal) {
      const whole = JSON.stringify([numberOf(set), key]);
      const known = texts.get(whole);
      if (known !== undefined) return known;
      const text = await making.run(whole, signal, make);
      texts.set(whole, text);
      return text;
    },
  };
}
