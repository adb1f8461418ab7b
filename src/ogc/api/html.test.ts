import { expect, it } from 'vitest';
import { linkList } from './html.ts';

it('lists a target once, however many relations lead to it', () => {
  const link = { href: 'https://host/collections', type: 'application/json', title: 'The layers' };
  const { html } = linkList([
    { ...link, rel: 'data' },
    { ...link, rel: 'http://www.opengis.net/def/rel/ogc/1.0/data' },
    { ...link, href: 'https://host/conformance', rel: 'conformance', title: 'Standards that are kept' },
  ]);
  expect(html.match(/<li>/g)).toHaveLength(2);
  expect(html.match(/The layers/g)).toHaveLength(1);
});
