import { expect, test } from 'vitest';
import DESIGN from '../../docs/design.md?raw';
import { theme } from './theme.ts';
import { DARK, HEADINGS, LIGHT, RADII, SPACES, TEXT_SIZES } from './tokens.ts';

const schemes: Readonly<Record<'light' | 'dark', Readonly<Record<string, string>>>> = { light: LIGHT, dark: DARK };

/** Cells of the rows of the page's tables that begin with a text in backticks or a plain word. */
const rows = DESIGN.split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

const isColour = (name: string): boolean => LIGHT[name as keyof typeof LIGHT]?.startsWith('#') ?? false;
const contrasts = rows.filter(([foreground = '', ground = '']) => isColour(foreground) && isColour(ground));

test.each(['light', 'dark'] as const)('an empty check box can be seen, %s', (scheme) => {
  const { '--al-control': border, '--al-surface': surface } = schemes[scheme];
  expect(contrast(border!, surface!)).toBeGreaterThanOrEqual(3);
});

test('the page of the design has the colours that the pages have', () => {
  const documented = rows.filter(([name = '', light = '']) => isColour(name) && light.startsWith('#'));
  expect(documented.length).toBeGreaterThanOrEqual(16);
  for (const [name = '', light, dark] of documented) {
    expect([name, light, dark]).toEqual([name, schemes.light[name], schemes.dark[name]]);
  }
});

test('contrasts are those that the page of the design tells, and text can be read', () => {
  expect(contrasts.length).toBeGreaterThanOrEqual(15);
  for (const [foreground = '', ground = '', light, dark] of contrasts) {
    const found = (['light', 'dark'] as const).map((scheme) =>
      contrast(schemes[scheme][foreground]!, schemes[scheme][ground]!),
    );
    expect([foreground, ground, ...found.map((each) => each.toFixed(1))]).toEqual([foreground, ground, light, dark]);
    expect(Math.min(...found), `${foreground} on ${ground}`).toBeGreaterThanOrEqual(
      foreground === '--al-control' ? 3 : 4.5,
    );
  }
});

test('white on a filled button can be read', () => {
  const { petrol, red } = theme.colors!;
  for (const ground of [petrol![7]!, petrol![6]!, red![7]!, red![6]!])
    expect(contrast('#ffffff', ground), ground).toBeGreaterThanOrEqual(4.5);
});

test('sizes are those of the page of the design', () => {
  const sizes = [
    ...Object.entries(SPACES).map(([name, size]) => [`--al-space-${name}`, size]),
    ...Object.entries(RADII).map(([name, size]) => [`--al-radius-${name}`, size]),
    ...Object.entries(TEXT_SIZES),
    ...Object.entries(HEADINGS).map(([name, { fontSize }]) => [name, fontSize]),
  ];
  expect(rows.map(([name, size]) => [name, size])).toEqual(expect.arrayContaining(sizes));
});

/** WCAG contrast of two colours written #rrggbb. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
