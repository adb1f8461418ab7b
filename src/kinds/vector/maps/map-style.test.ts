import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classColour } from './map-classes.ts';
import { classColumn, DEFAULT_STYLE, inColour, labelColumn, readMapStyle } from './map-style.ts';

describe('a stored style', () => {
  it('fills what it leaves out', () => {
    expect(readMapStyle({})).toEqual(DEFAULT_STYLE);
    const style = readMapStyle({ line: { colour: '#f00' }, label: { size: 20 } })!;
    expect(style.line).toEqual({ ...DEFAULT_STYLE.line, colour: '#f00' });
    expect(style.label).toEqual({ ...DEFAULT_STYLE.label, size: 20 });
    expect(readMapStyle({ label: 'none' })!.label).toBeNull();
  });

  it.each([
    null,
    'red',
    [],
    { point: null },
    { points: {} },
    { line: { colour: 'red' } },
    { line: { colour: '#12345' } },
    { line: { colour: '#123456\n' } },
    { line: { colour: 'url(http://x)' } },
    { line: { width: 9 } },
    { line: { width: NaN } },
    { point: { radius: 0 } },
    { polygon: { fillOpacity: 2 } },
    { label: 'name' },
    { label: { property: '' } },
    { label: { size: 1e9 } },
    { classes: { property: 'a', values: ['x'], colours: [], other: '#000' } },
    { classes: { property: 'a', breaks: [2, 1], colours: ['#000'], other: '#000' } },
    { classes: { property: 'a', breaks: [1, 2], colours: ['red'], other: '#000' } },
  ])('%j is none', (stored) => expect(readMapStyle(stored)).toBeUndefined());

  it('is never made of anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        const { line } = readMapStyle(stored) ?? DEFAULT_STYLE;
        expect(line.colour).toMatch(/^#[0-9a-f]{3,6}$/i);
      }),
    );
  });
});

describe('colours by an attribute', () => {
  const other = '#999999';

  it('are those of categories, by their text', () => {
    const classes = { property: 'a', values: ['x', '12', 'true'], colours: ['#111111', '#222222', '#333333'], other };
    const style = readMapStyle({ classes })!;
    expect(['x', 12, true, 1, null].map((value) => classColour(style.classes!, value))).toEqual([
      '#111111',
      '#222222',
      '#333333',
      other,
      other,
    ]);
    expect([classColumn(style, ['b', 'a']), classColumn(style, ['b']), classColumn(DEFAULT_STYLE, ['a'])]).toEqual([
      'a',
      undefined,
      undefined,
    ]);
    expect(inColour(style, '#abcdef').polygon.fill).toBe('#abcdef');
  });

  it('are those of classes, the last of which has its end', () => {
    const { classes } = readMapStyle({
      classes: { property: 'a', breaks: [0, 10, 20], colours: ['#111', '#222'], other },
    })!;
    expect([-1, 0, 9.9, 10, 20, 20.1, 5n, '5', null].map((value) => classColour(classes!, value))).toEqual([
      other,
      '#111',
      '#111',
      '#222',
      '#222',
      other,
      '#111',
      other,
      other,
    ]);
  });
});

describe('the attribute of labels', () => {
  it.each([
    [['a', 'NAME', 'title'], 'NAME'],
    [['Titel', 'label'], 'label'],
    [['names'], undefined],
  ])('of %j is %s', (columns, found) => expect(labelColumn(DEFAULT_STYLE, columns)).toBe(found));

  it('is the one that the style names, or none', () => {
    const named = readMapStyle({ label: { property: 'crop' } })!;
    expect(labelColumn(named, ['name', 'crop'])).toBe('crop');
    expect(labelColumn(named, ['name'])).toBeUndefined();
    expect(labelColumn(readMapStyle({ label: 'none' })!, ['name'])).toBeUndefined();
  });
});
