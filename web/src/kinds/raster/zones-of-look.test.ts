import { expect, test } from 'vitest';
import { zonesOfLook } from './zones-of-look.ts';

test.each([
  ['index:NDVI:rdylgn:0..0.5', { formula: 'NDVI', rescale: '0,0.5' }],
  ['index:EXG:rdylgn', { formula: 'EXG' }],
  ['band:4:viridis:-3..12.5', { band: 4, rescale: '-3,12.5' }],
  ['elevation:terrain:100..200', { band: 1, rescale: '100,200' }],
  ['bands:4-3-2', {}],
  ['hillshade', {}],
  ['', {}],
  ['nonsense', {}],
])('zones of what is seen as %j are made of %j', (look, given) => {
  expect(zonesOfLook(look)).toEqual(given);
});
