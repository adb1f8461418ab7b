import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUILD_QUEUES, QUEUE_OF } from '../jobs/build-queue.ts';
import { buildPlaces } from './places.ts';

const GIB = 2 ** 30;
const { raster, vector, pointcloud, mesh, light } = QUEUE_OF;

it('runs as many builds as there are processors, and one of a small file more', () => {
  const places = buildPlaces({ concurrency: 2, memoryBytes: 12 * GIB });
  expect(places([]).toSorted()).toEqual([raster, vector, pointcloud, mesh, light].toSorted());
  expect(places([raster]).toSorted()).toEqual([raster, vector, pointcloud, mesh, light].toSorted());
  expect(places([raster, vector])).toEqual([light]);
  expect(places([raster, vector, light])).toEqual([]);
  // Small files fill their places without one that large files lack later on.
  expect(places([light, light])).toEqual([light]);
});

it('leaves a build waiting that finds too little memory, unless nothing else runs', () => {
  const places = buildPlaces({ concurrency: 8, memoryBytes: 2 * GIB });
  expect(places([raster]).toSorted()).toEqual([raster, light].toSorted());
  expect(places([vector])).toEqual([light]);
  expect(buildPlaces({ concurrency: 8, memoryBytes: -GIB })([])).toHaveLength(BUILD_QUEUES.length);
  expect(buildPlaces({ concurrency: 8, memoryBytes: -GIB })([light])).toEqual([]);
});

it('never runs more than its places and its memory, whatever order builds start in', () => {
  const memoryOf = { [raster]: 1, [vector]: 1.5, [pointcloud]: 1.5, [mesh]: 2, [light]: 0.5 };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 16 }),
      fc.integer({ min: 0, max: 24 }),
      fc.array(fc.tuple(fc.constantFrom(...BUILD_QUEUES), fc.boolean()), { maxLength: 60 }),
      (concurrency, gib, events) => {
        const places = buildPlaces({ concurrency, memoryBytes: gib * GIB });
        const running: string[] = [];
        for (const [queue, ends] of events) {
          if (ends) running.shift();
          else if (places(running).includes(queue)) running.push(queue);
          expect(running.filter((each) => each !== light).length).toBeLessThanOrEqual(concurrency);
          expect(running.length).toBeLessThanOrEqual(concurrency + 1);
          const memory = running.reduce((sum, each) => sum + memoryOf[each]!, 0);
          expect(running.length <= 1 || memory <= gib).toBe(true);
        }
      },
    ),
  );
});
