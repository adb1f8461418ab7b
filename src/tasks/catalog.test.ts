import { expect, it } from 'vitest';
import { inOrder } from './catalog.ts';
import type { AnyTool } from './tool.ts';

const tool = (id: string, version: string): AnyTool => ({ id, version }) as AnyTool;

it('lists tools by id, the newest version first', () => {
  const listed = inOrder([tool('b', '1'), tool('a', '9'), tool('a', '10')]);
  expect(listed.map(({ id, version }) => `${id} ${version}`)).toEqual(['a 10', 'a 9', 'b 1']);
});

it('refuses a tool that is registered twice, with its name', () => {
  expect(() => inOrder([tool('a', '1'), tool('a', '2'), tool('a', '1')])).toThrow('The tool a 1 is registered twice.');
});
