import { describe, expect, test } from 'vitest';
import { rampColour } from './height-ramp.ts';
import { automaticName, legendsOf } from './point-legend.ts';
import type { PointColour } from './point-style.ts';

const lookOf = (hasColour: boolean, heights: readonly [number, number] = [101.5, 133.25]) => ({
  heightsInCrs: heights,
  intensities: [12, 60_000] as const,
  colourOf: ({ colour }: { readonly colour: PointColour }) =>
    colour === 'auto' || (colour === 'rgb' && !hasColour) ? (hasColour ? 'rgb' : 'height') : colour,
});

describe('the legend of points', () => {
  test('has the ramp of heights with its lowest and highest one', () => {
    const [legend] = legendsOf('height', [lookOf(true)]);
    expect(legend).toMatchObject({ kind: 'bar', name: 'Height', low: '101.5', high: '133.25' });
    const colours = legend?.kind === 'bar' ? legend.colours : [];
    expect([colours[0], colours[5], colours.at(-1)]).toEqual([rampColour(0), rampColour(0.5), rampColour(1)]);
  });

  test('has the greys of intensities', () =>
    expect(legendsOf('intensity', [lookOf(true)])).toMatchObject([
      { kind: 'bar', low: '12', high: '60,000', colours: expect.arrayContaining([[255, 255, 255]]) },
    ]));

  test('has a colour for each place of a return', () =>
    expect(legendsOf('returns', [lookOf(true)])).toEqual([
      {
        kind: 'chips',
        name: 'Return number',
        chips: [
          ['Only return', [140, 140, 140]],
          ['First of several', rampColour(0)],
          ['Between', rampColour(0.5)],
          ['Last of several', rampColour(1)],
        ],
      },
    ]));

  test('is for what is shown: automatic heights have one, RGB and classes have none', () => {
    expect(legendsOf('auto', [lookOf(false)])).toMatchObject([{ name: 'Height' }]);
    expect(legendsOf('rgb', [lookOf(false)])).toMatchObject([{ name: 'Height' }]);
    expect([legendsOf('auto', [lookOf(true)]), legendsOf('class', [lookOf(true)])]).toEqual([[], []]);
    expect(legendsOf('height', [])).toEqual([]);
  });

  test('has no numbers where clouds have different ones', () => {
    const [one, other] = [lookOf(false, [0, 10]), lookOf(false, [0, 20])];
    expect(legendsOf('height', [one, one])).toMatchObject([{ low: '0', high: '10' }]);
    expect(legendsOf('height', [one, other])).toMatchObject([{ low: 'Lowest of each', high: 'Highest of each' }]);
    expect(legendsOf('auto', [lookOf(true), other])).toMatchObject([{ low: '0', high: '20' }]);
  });
});

test('“Automatic” says what it is for the clouds that are there', () =>
  expect([[], [lookOf(true)], [lookOf(false)], [lookOf(true), lookOf(false)]].map(automaticName)).toEqual([
    'Automatic',
    'Automatic (RGB)',
    'Automatic (height)',
    'Automatic (RGB, height)',
  ]));
