import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { orNothing } from './or-nothing.ts';

test('a part whose file does not come leaves its place empty', async () => {
  const { default: Nothing } = await orNothing(() => Promise.reject(new TypeError('Failed to fetch')))();
  expect(renderToStaticMarkup(<Nothing />)).toBe('');
});

test('a part whose file comes is shown', async () => {
  const { default: Part } = await orNothing(() => Promise.resolve(() => <b>menus</b>))();
  expect(renderToStaticMarkup(<Part />)).toBe('<b>menus</b>');
});
