import { expect, it } from 'vitest';
import { withSourceLines } from './source-lines.ts';

it('leaves what has no map as it is', () => {
  const tree = new URL('../', import.meta.url).href;
  const stack = `Error: a\n    at f (${tree}gone.js:1:2)\n    at g (file:///elsewhere/b.js:3:4)\n    at ${import.meta.url}:5:6`;
  expect(withSourceLines(stack)).toBe(stack);
});
