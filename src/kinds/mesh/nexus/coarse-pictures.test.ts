import { expect, it } from 'vitest';
import { builtNexus, groundPicture, withPicture } from '../testing/built-nexus.ts';
import { terrain } from '../testing/models.ts';
import { drawModel, drawRoots, rawOf, similarity, smaller } from '../testing/seen-from-above.ts';

/** Cells of the ground, and pixels of the small picture that it is drawn into; the model is drawn larger first. */
const [GROUND, SIDE, TIMES] = [96, 64, 4] as const;

it.each([
  ['one island', 96],
  ['islands of 288 triangles', 12],
  ['islands of 32 triangles', 4],
  ['islands of 8 triangles', 2],
  ['islands of 2 triangles', 1],
])('the coarsest level of %s looks like the model from afar', async (_name, island) => {
  const bytes = await groundPicture(GROUND, island, 1024);
  const model = withPicture(terrain(GROUND, island), { bytes });
  const nexus = await builtNexus(model, { cellTriangles: 1024 });
  expect([nexus.roots, nexus.levels]).toEqual([1, 6]);
  const near = smaller(drawModel(model, await rawOf(bytes), GROUND, SIDE * TIMES), TIMES);
  const far = await drawRoots(nexus, GROUND, SIDE);
  expect(similarity(near, far)).toBeGreaterThan(0.9);
});
