import { DEFAULT_THEME } from '@mantine/core';
import { expect, test } from 'vitest';
import { colors } from './theme.ts';

test.each(['light', 'dark'] as const)('an empty check box can be seen, %s', (scheme) => {
  const { '--al-control': border, '--al-surface': surface } = colors(DEFAULT_THEME)[scheme];
  expect(contrast(border!, surface!)).toBeGreaterThanOrEqual(3);
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
