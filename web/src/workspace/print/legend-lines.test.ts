import { expect, test } from 'vitest';
import { legendLines } from './legend-lines.ts';

const RAMP = {
  kind: 'ramp',
  name: 'Height',
  colours: ['#000000', '#ffffff'],
  isStepped: false,
  ends: ['400 m', '430 m'],
} as const;
const CLASSES = { kind: 'classes', name: 'crop', rows: [{ colour: '#ff0000', label: 'vines' }] } as const;

test('layers have their names, a ramp with its ends, and classes with their colours', () => {
  const layers = [
    { title: 'plots', legend: CLASSES },
    { title: 'ortho', legend: null },
    { title: 'dem', legend: RAMP },
    { title: 'index', legend: { ...RAMP, name: '', ends: null } },
  ];
  expect(legendLines(layers, 20)).toEqual([
    { kind: 'title', text: 'plots' },
    { kind: 'name', text: 'crop' },
    { kind: 'class', colour: '#ff0000', label: 'vines' },
    { kind: 'title', text: 'ortho' },
    { kind: 'title', text: 'dem' },
    { kind: 'name', text: 'Height' },
    { kind: 'ramp', colours: ['#000000', '#ffffff'], isStepped: false },
    { kind: 'ends', low: '400 m', high: '430 m' },
    { kind: 'title', text: 'index' },
    { kind: 'ramp', colours: ['#000000', '#ffffff'], isStepped: false },
  ]);
});

test('lines without room are told as a number', () => {
  const layers = Array.from({ length: 9 }, (_, at) => ({ title: `layer ${at}`, legend: null }));
  expect(legendLines(layers, 9)).toHaveLength(9);
  const few = legendLines(layers, 4);
  expect([few.length, few.at(-1)]).toEqual([4, { kind: 'name', text: 'and 6 more' }]);
});
