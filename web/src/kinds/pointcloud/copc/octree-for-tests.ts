import { ROOT_KEY } from './octree.ts';

/** An entry of a hierarchy. */
export type Entry = {
  readonly key: string;
  readonly offset?: number;
  readonly bytes?: number;
  readonly points: number;
};

/** A page of a hierarchy as it is stored. */
export function pageBytes(entries: readonly Entry[]): Uint8Array {
  const page = new Uint8Array(32 * entries.length);
  const view = new DataView(page.buffer);
  entries.forEach(({ key, offset = 1000, bytes, points }, index) => {
    const at = 32 * index;
    key.split('-').forEach((number, place) => view.setInt32(at + 4 * place, Number(number), true));
    view.setBigUint64(at + 16, BigInt(points === 0 ? 0 : offset), true);
    view.setInt32(at + 24, bytes ?? (points === 0 ? 0 : 100), true);
    view.setInt32(at + 28, points, true);
  });
  return page;
}

export const ROOT: Entry = { key: ROOT_KEY, points: 10 };
