import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Trans } from './trans.tsx';

describe('a text with elements', () => {
  test.each([
    ['Open <0>the map</0>', {}, { 0: <b /> }, 'Open <b>the map</b>'],
    ['<0>{name}</0> stays', { name: '<0>x</0>' }, { 0: <b /> }, '<b>&lt;0&gt;x&lt;/0&gt;</b> stays'],
    ['<0/> and {count, plural, one {# file} other {# files}}', { count: 2 }, { 0: <i>it</i> }, '<i>it</i> and 2 files'],
    ['<0>a <1>b</1></0> c', {}, { 0: <b />, 1: <i /> }, '<b>a <i>b</i></b> c'],
    ['{list}, no <7>tag</7>', { list: [1, 2] }, {}, '12, no tag'],
  ])('%s', (id, values, components, html) => {
    expect(renderToStaticMarkup(<Trans id={id} values={values} components={components} />)).toBe(html);
  });
});
