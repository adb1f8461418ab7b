import { expect, test } from 'vitest';
import { formatLook, parseLook, type RasterLook } from './look-text.ts';
import { legendOf } from './look-legend.ts';
import { presetOf, presetsOf } from './presets.ts';
import { hasLook, shownLook } from './shown-look.ts';
import { HEIGHTS, MULTISPECTRAL, PHOTO } from './testing/infos.ts';
import { valueText } from './value-text.ts';

const lookOf = (text: string): RasterLook => parseLook(text) ?? { kind: 'default' };

test('the bands say which looks there are', () => {
  expect(presetsOf(PHOTO).map(({ id, look }) => [id, formatLook(look)])).toEqual([
    ['default', 'default'],
    ['bands', 'bands:1-2-3'],
    ['band', 'band:1:grayscale'],
  ]);
  expect(presetsOf(HEIGHTS).map(({ id, look }) => [id, formatLook(look)])).toEqual([
    ['default', 'default'],
    ['elevation', 'elevation:terrain:401..449'],
    ['hillshade', 'hillshade'],
    ['band', 'band:1:grayscale:401..449'],
  ]);
  expect(presetsOf(MULTISPECTRAL).map(({ id, look }) => [id, formatLook(look)])).toEqual([
    ['default', 'default'],
    ['infrared', 'bands:5-1-2:100..900:100..900:100..900'],
    ['index:NDVI', 'index:NDVI:rdylgn:-1..1'],
    ['index:NDWI', 'index:NDWI:rdylgn:-1..1'],
    ['index:GRVI', 'index:GRVI:rdylgn'],
    ['bands', 'bands:1-2-3:100..900:100..900:100..900'],
    ['band', 'band:1:grayscale:100..900'],
  ]);
});

test('each preset is possible, and is found again by its look', () => {
  for (const info of [PHOTO, HEIGHTS, MULTISPECTRAL]) {
    const presets = presetsOf(info);
    for (const { id, look } of presets) {
      expect(hasLook(info, look)).toBe(true);
      expect(presetOf(presets, look)).toBe(id);
    }
  }
  expect(presetOf(presetsOf(MULTISPECTRAL), lookOf('bands:5-1-2'))).toBe('infrared');
  expect(presetOf(presetsOf(MULTISPECTRAL), lookOf('bands:4-1-2'))).toBe('bands');
});

test.each(['index:EVI:rdylgn', 'band:9:grayscale', 'bands:1-2-6', 'hillshade', 'band:1:lava'])(
  'a raster without the bands for it has no look "%s"',
  (text) => expect(hasLook(MULTISPECTRAL, lookOf(text))).toBe(false),
);

test('the address wins over the saved look, and what is no look is told', () => {
  expect(shownLook({ savedLook: 'hillshade' }, '')).toEqual({ look: { kind: 'hillshade' }, isKnown: true });
  expect(shownLook({ savedLook: 'hillshade' }, 'default')).toEqual({ look: { kind: 'default' }, isKnown: true });
  expect(shownLook({ savedLook: 'hillshade' }, 'nonsense')).toEqual({ look: { kind: 'hillshade' }, isKnown: false });
  expect(shownLook({ savedLook: 'nonsense' }, '').look).toEqual({ kind: 'default' });
});

test('a legend has the ends that are drawn, in the unit of the band', () => {
  expect(legendOf(HEIGHTS, lookOf('elevation:terrain:402..410.5'))).toMatchObject({
    name: 'Height',
    ends: ['402 m', '410.5 m'],
  });
  expect(legendOf(HEIGHTS, lookOf('elevation:terrain'))).toMatchObject({ ends: ['401 m', '449 m'] });
  expect(legendOf(HEIGHTS, lookOf(''))).toMatchObject({ ends: ['400 m', '450 m'] });
  expect(legendOf(HEIGHTS, lookOf('hillshade'))).toBeNull();
  expect(legendOf(PHOTO, lookOf(''))).toBeNull();
  expect(legendOf(PHOTO, lookOf('band:2:grayscale'))).toMatchObject({ name: 'Band 2', ends: ['0', '255'] });
  expect(legendOf(MULTISPECTRAL, lookOf('index:NDVI:rdylgn'))).toMatchObject({ name: 'NDVI', ends: ['−1', '1'] });
  expect(legendOf(MULTISPECTRAL, lookOf('bands:5-1-2'))).toMatchObject({
    lines: [
      ['Red', 'Band 5, near infrared'],
      ['Green', 'Band 1, red'],
      ['Blue', 'Band 2, green'],
    ],
  });
});

test('the status bar tells the values that are drawn', () => {
  const value = {
    column: 0,
    row: 0,
    bands: [120, 240, 60, null, 360].map((found, at) => ({ number: at + 1, name: '', unit: '', value: found })),
    indices: [{ name: 'NDVI', value: 0.5 }],
  };
  expect(valueText(MULTISPECTRAL, value, lookOf('index:NDVI:rdylgn'))).toBe('NDVI 0.5');
  expect(valueText(MULTISPECTRAL, value, lookOf('bands:5-4-1'))).toBe('360 / – / 120');
  expect(valueText(MULTISPECTRAL, value, lookOf('band:4:grayscale'))).toBeNull();
  expect(valueText(HEIGHTS, value, lookOf('hillshade'))).toBe('120 m');
});
