import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_STYLE, labelColumn, readMapStyle } from './map-style.ts';

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
