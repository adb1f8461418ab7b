import fc from 'fast-check';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createRtreeLoader } from './rtree-loader.ts';

/** More than rounding to 32 bits changes a degree. */
const NEAR = 1e-4;
const side = (size: number) =>
  fc.tuple(fc.double({ min: -size, max: size, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }));
const box = fc
  .tuple(side(180), side(90))
  .map(([[x, width], [y, height]]) => ({ minX: x, maxX: x + width, minY: y, maxY: y + height }));

it('finds what overlaps, as a table does, and stays sound when boxes come and go', () => {
  // None, one node, two levels, three.
  const boxes = fc.oneof(
    ...[0, 51, 52, 300, 3000].map((maxLength) => fc.array(box, { minLength: Math.floor(maxLength / 2), maxLength })),
  );
  fc.assert(
    fc.property(boxes, box, (all, window) => {
      const database = new DatabaseSync(':memory:', { defensive: false });
      database.exec('CREATE VIRTUAL TABLE "a b" USING rtree(id, minx, maxx, miny, maxy)');
      const loader = createRtreeLoader(database, 'a b');
      all.forEach(({ minX, maxX, minY, maxY }, index) => loader.add(index + 1, minX, maxX, minY, maxY));
      loader.finish();
      const check = (): unknown => database.prepare(`SELECT rtreecheck('a b') AS found`).get();
      expect(check()).toEqual({ found: 'ok' });
      const found = database
        .prepare('SELECT id FROM "a b" WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?')
        .all(window.minX, window.maxX, window.minY, window.maxY)
        .map(({ id }) => Number(id));
      const wanted = all.flatMap(({ minX, maxX, minY, maxY }, index) =>
        maxX >= window.minX && minX <= window.maxX && maxY >= window.minY && minY <= window.maxY ? [index + 1] : [],
      );
      // The index keeps sides in 32 bits, rounded outwards: it may find more, never less.
      expect(wanted.filter((id) => !found.includes(id))).toEqual([]);
      const isNear = ({ minX, maxX, minY, maxY }: (typeof all)[number]): boolean =>
        maxX >= window.minX - NEAR &&
        minX <= window.maxX + NEAR &&
        maxY >= window.minY - NEAR &&
        minY <= window.maxY + NEAR;
      expect(found.filter((id) => !isNear(all[id - 1]!))).toEqual([]);
      database.exec('DELETE FROM "a b" WHERE id % 3 = 0; INSERT INTO "a b" VALUES (100001, 1, 2, 3, 4)');
      expect(check()).toEqual({ found: 'ok' });
      database.close();
    }),
    { numRuns: 40 },
  );
});
