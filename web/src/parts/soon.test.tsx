import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NotThere } from './soon.tsx';

const shown = (props: Parameters<typeof NotThere>[0]) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <NotThere {...props} />
    </MantineProvider>,
  );
  return { brief: html.includes('<b>brief</b>'), problem: html.includes('This did not open') };
};

test.each([
  ['loaded', null, false],
  ['waited for', 'waits', false],
  ['gone', 'ended', true],
] as const)('what stands for a dialog that is %s stays, and a problem only if it never comes', (_, failed, problem) =>
  expect(shown({ failed, instead: <b>brief</b> })).toEqual({ brief: true, problem }),
);

test.each([
  [null, false],
  ['waits', true],
  ['ended', true],
] as const)('where nothing stands for a dialog, %s', (failed, problem) =>
  expect(shown({ failed, instead: undefined })).toEqual({ brief: false, problem }),
);
