import fc from 'fast-check';
import { childOf, type CopcNode, type NodeKey } from '../copc/copc-layout.ts';

const ROOT: NodeKey = { level: 0, x: 0, y: 0, z: 0 };

/** Trees by the steps that lead to each of their nodes; some parents have no points. */
export const anyTree: fc.Arbitrary<readonly CopcNode[]> = fc
  .uniqueArray(fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 6 }), {
    minLength: 1,
    maxLength: 300,
    selector: (steps) => steps.join(''),
  })
  .map((paths) =>
    paths.map((steps, index) => ({
      ...steps.reduce((key, child) => childOf(key, child), ROOT),
      offset: index,
      bytes: 1 + index,
      points: 1 + index,
    })),
  );
