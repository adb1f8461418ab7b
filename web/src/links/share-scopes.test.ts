import { expect, test } from 'vitest';
import { scopeBody, scopesOf } from './share-scopes.ts';

const view = () => '?path=a#2';

test('what can be shared from where somebody is', () => {
  const labels = (path: string, isFolder: boolean, currentView?: () => string) =>
    scopesOf({ place: { path, isFolder }, currentView }).map(({ label }) => label);
  expect(labels('', true)).toEqual(['The whole dataset']);
  expect(labels('maps/2026', true, view)).toEqual([
    'This folder: 2026',
    'The whole dataset',
    'The whole dataset, opened at this view',
  ]);
  expect(labels('ortho.tif', false)[0]).toBe('This file: ortho.tif');
});

test('what is asked of the service', () => {
  const context = { place: { path: 'maps', isFolder: true }, currentView: view };
  expect(scopeBody('dataset', context)).toEqual({});
  expect(scopeBody('place', context)).toEqual({ path: 'maps' });
  expect(scopeBody('view', context)).toEqual({ view: '?path=a#2' });
});
