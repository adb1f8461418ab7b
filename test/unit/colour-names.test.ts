import { expect, test } from 'vitest';
import { COLOUR_MAP_IDS } from '../../src/kinds/raster/spectral/colour-maps.ts';
import { colourName } from '../../web/src/kinds/raster/look/colour-names.ts';

test('every colour map of the service has a name, and one that is not known keeps its id', () => {
  expect(COLOUR_MAP_IDS.filter((id) => colourName(id) === id)).toEqual([]);
  expect(colourName('rdylgn')).toBe('Red–yellow–green');
  expect(colourName('constructor')).toBe('constructor');
});
