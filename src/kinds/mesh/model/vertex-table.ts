import { randomInt } from 'node:crypto';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';

/** Number of a vertex whose place is not finite. */
export const NO_VERTEX = -1;

/**
 * Numbers vertices; those that are alike in all values get one number. Values are set one after the other and stay until they
 * are set again. Places are kept as 32-bit floats near `origin`.
 */
export interface VertexTable {
  readonly count: number;
  /** Origin of the kept places: by the first vertex. */
  readonly origin: Vector3;
  setPlace(x: number, y: number, z: number): void;
  setTexturePlace(u: number, v: number): void;
  /** Any length; zero for none. */
  setNormal(x: number, y: number, z: number): void;
  /** Red, green, blue, alpha from the lowest byte up. */
  setColour(rgba: number): void;
  /** @returns the number of the vertex with the values that are set; NO_VERTEX if its place is not finite */
  numberOf(material: number): number;
  /** A coordinate of a vertex, relative to the origin. */
  coordinate(vertex: number, axis: number): number;
  /** Copies one of the values of vertices. @param numbers of these; null for all */
  column(name: ValueName, numbers: Uint32Array | null): Float32Array;
  colours(numbers: Uint32Array | null): Uint8Array;
  /** Frees the memory; nothing is left. */
  clear(): void;
}

type ValueName = keyof typeof COLUMNS;

/** Words of 32 bits of a vertex: place, texture place, normal, colour, material. */
const WIDTH = 10;
const [TEXTURE_PLACE, NORMAL, COLOUR, MATERIAL] = [3, 5, 8, 9] as const;
const COLUMNS = {
  place: { first: 0, width: 3 },
  texturePlace: { first: TEXTURE_PLACE, width: 2 },
  normal: { first: NORMAL, width: 3 },
} as const;
const FREE = 0xffff_ffff;
/** 1.6 GB of values. */
const MOST_VERTICES = 40_000_000;
/** Origins are multiples of this: models near zero keep their coordinates as they are. */
const ORIGIN_STEP = 100;
/** More is no place on Earth in any unit, but damage. */
const FARTHEST_ORIGIN = 1e11;

export function createVertexTable(): VertexTable {
  const draft = new Float32Array(WIDTH);
  const draftWords = new Int32Array(draft.buffer);
  // A random start: an attacker cannot choose values that all fall into one slot.
  const seed = randomInt(2 ** 31);
  let slots = new Uint32Array(2 ** 12).fill(FREE);
  let values = new Float32Array(WIDTH * 2 ** 11);
  let words = new Int32Array(values.buffer);
  let count = 0;
  let origin: Vector3 | null = null;
  let [originX, originY, originZ] = [0, 0, 0];
  let isFinite = false;

  const slotOf = (from: Int32Array, at: number, stored: Int32Array, table: Uint32Array): number => {
    let hash = seed;
    for (let index = 0; index < WIDTH; index += 1) {
      hash = Math.imul(hash ^ from[at + index]!, 0x9e37_79b1);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0x85eb_ca6b);
    const mask = table.length - 1;
    for (let slot = (hash ^ (hash >>> 13)) & mask; ; slot = (slot + 1) & mask) {
      const number = table[slot]!;
      if (number === FREE) return slot;
      const other = WIDTH * number;
      let index = 0;
      while (index < WIDTH && stored[other + index] === from[at + index]) index += 1;
      if (index === WIDTH) return slot;
    }
  };
  const growSlots = (): void => {
    const larger = new Uint32Array(2 * slots.length).fill(FREE);
    for (let number = 0; number < count; number += 1) larger[slotOf(words, WIDTH * number, words, larger)] = number;
    slots = larger;
  };
  const growValues = (): void => {
    const larger = new Float32Array(WIDTH * Math.ceil((1.5 * values.length) / WIDTH));
    larger.set(values);
    values = larger;
    words = new Int32Array(values.buffer);
  };
  return {
    get count() {
      return count;
    },
    get origin() {
      return origin ?? [0, 0, 0];
    },
    setPlace(x, y, z) {
      if (origin === null && Math.abs(x) + Math.abs(y) + Math.abs(z) < FARTHEST_ORIGIN) {
        origin = [x, y, z].map((value) => Math.trunc(value / ORIGIN_STEP) * ORIGIN_STEP + 0) as unknown as Vector3;
        [originX, originY, originZ] = origin;
      }
      // A zero is added, here and below: it makes minus zero zero.
      draft[0] = x - originX + 0;
      draft[1] = y - originY + 0;
      draft[2] = z - originZ + 0;
      isFinite = Number.isFinite(draft[0]!) && Number.isFinite(draft[1]!) && Number.isFinite(draft[2]!);
    },
    setTexturePlace(u, v) {
      const isSound = Number.isFinite(Math.fround(u)) && Number.isFinite(Math.fround(v));
      draft[TEXTURE_PLACE] = isSound ? u + 0 : 0;
      draft[TEXTURE_PLACE + 1] = isSound ? v + 0 : 0;
    },
    setNormal(x, y, z) {
      const length = Math.sqrt(x * x + y * y + z * z);
      const scale = length > 0 && length < Infinity ? 1 / length : 0;
      const isSound = scale > 0 && scale < Infinity;
      draft[NORMAL] = isSound ? x * scale + 0 : 0;
      draft[NORMAL + 1] = isSound ? y * scale + 0 : 0;
      draft[NORMAL + 2] = isSound ? z * scale + 0 : 0;
    },
    setColour(rgba) {
      draftWords[COLOUR] = rgba;
    },
    numberOf(material) {
      if (!isFinite) return NO_VERTEX;
      draftWords[MATERIAL] = material;
      const slot = slotOf(draftWords, 0, words, slots);
      if (slots[slot] !== FREE) return slots[slot]!;
      if (count === MOST_VERTICES)
        throw new OperationRefusal(`It has more than ${MOST_VERTICES} vertices.`, 'too-large');
      const number = count;
      if (WIDTH * (number + 1) > words.length) growValues();
      const at = WIDTH * number;
      for (let index = 0; index < WIDTH; index += 1) words[at + index] = draftWords[index]!;
      slots[slot] = number;
      count += 1;
      if (2 * count > slots.length) growSlots();
      return number;
    },
    coordinate: (vertex, axis) => values[WIDTH * vertex + axis]!,
    column(name, numbers) {
      const { first, width } = COLUMNS[name];
      const length = numbers?.length ?? count;
      const column = new Float32Array(width * length);
      for (let vertex = 0; vertex < length; vertex += 1) {
        const from = WIDTH * (numbers === null ? vertex : numbers[vertex]!) + first;
        for (let index = 0; index < width; index += 1) column[width * vertex + index] = values[from + index]!;
      }
      return column;
    },
    colours(numbers) {
      const colours = new Int32Array(numbers?.length ?? count);
      for (let vertex = 0; vertex < colours.length; vertex += 1)
        colours[vertex] = words[WIDTH * (numbers === null ? vertex : numbers[vertex]!) + COLOUR]!;
      return new Uint8Array(colours.buffer);
    },
    clear() {
      slots = new Uint32Array(0);
      values = new Float32Array(0);
      words = new Int32Array(0);
      count = 0;
    },
  };
}
