import { expect, it } from 'vitest';
import { copcOutput } from './build.ts';

const FAR = { min: [321_500, 4_297_500, 10], max: [321_600, 4_297_600, 30] };
const NEAR = { min: [-50, -50, 0], max: [50, 50, 20] };

it.each([
  ['coordinates of a CRS that nothing names', { projection: null, ...FAR }, true],
  ['a CRS', { projection: 'PROJCS["UTM 17N"]', ...FAR }, false],
  ['coordinates around zero', { projection: null, ...NEAR }, false],
  ['no facts, as builds of before had', {}, false],
])('whether the owner of a cloud is to name its CRS: with %s', (_, facts, isAsked) => {
  expect(copcOutput.needsSystem!(facts)).toBe(isAsked);
});
