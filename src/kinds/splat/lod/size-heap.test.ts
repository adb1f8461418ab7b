import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SizeHeap } from './size-heap.ts';

it('gives slots by size, then by number, whether filled or pushed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3000 }), fc.nat(3000), (values, half) => {
      const sizes = Float32Array.from(values);
      const heap = new SizeHeap(sizes);
      const slots = Int32Array.from(values, (_, slot) => slot);
      heap.fill(slots, Math.min(half, values.length));
      for (let slot = half; slot < values.length; slot += 1) heap.push(slot);
      const given: number[] = [];
      while (heap.count > 0) given.push(heap.pop());
      expect(given).toEqual([...slots].sort((a, b) => sizes[a]! - sizes[b]! || a - b));
    }),
  );
});
