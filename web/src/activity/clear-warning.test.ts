import { expect, test } from 'vitest';
import { BUILD_TOOL, clearWarning } from './clear-warning.ts';

test.each([
  ['everything', { tool: '', without: '' }, true],
  ['builds alone', { tool: BUILD_TOOL, without: '' }, true],
  ['tasks alone', { tool: '', without: BUILD_TOOL }, false],
  ['tasks of a tool', { tool: 'export', without: '' }, false],
])('the warning before a list of %s is cleared tells of builds if they go', (_, cleared, goes) =>
  expect(clearWarning(cleared).startsWith('Builds that have ended')).toBe(goes),
);
