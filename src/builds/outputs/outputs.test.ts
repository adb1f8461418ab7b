import { expect, it } from 'vitest';
import { EntryType } from '../../inspection/index.ts';
import { type BuildOutput, outputsOf } from './index.ts';
import type { BuildClass } from './build-class.ts';
import { scriptedOutput } from '../testing/scripted-output.ts';

it('small files are light, but for models, whose buffers and pictures lie beside them', () => {
  const output = (kind: string, buildClass: BuildClass, of: EntryType): BuildOutput => ({
    ...scriptedOutput(new Map(), []),
    kind,
    folder: kind,
    buildClass,
    appliesTo: (type) => type === of,
  });
  const outputs = outputsOf([output('flat', 'raster', EntryType.GeoRaster), output('solid', 'mesh', EntryType.Model)]);
  expect([outputs.classOf(EntryType.GeoRaster, 2 ** 20), outputs.classOf(EntryType.GeoRaster, 2 ** 20 + 1)]).toEqual([
    'light',
    'raster',
  ]);
  expect([outputs.classOf(EntryType.Model, 100), outputs.classOf(EntryType.Model, 2 ** 30)]).toEqual(['mesh', 'mesh']);
});
