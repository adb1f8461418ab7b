import { expect, test } from 'vitest';
import { arrivedAt, destinationOf, EMPTY_IMPORT, importOf, sourceProblem } from './import-fields.ts';

test.each(['', 'https://data.example.org', 'http://10.0.0.1:8080/', ' https://data.example.org '])(
  '"%s" may be an installation',
  (address) => expect(sourceProblem(address)).toBeNull(),
);

test.each(['data.example.org', 'ftp://data.example.org', 'https://data.example.org/r/club', 'https://a.org/?x=1', 'x'])(
  '"%s" is none',
  (address) => expect(sourceProblem(address)).not.toBeNull(),
);

const FILLED = { ...EMPTY_IMPORT, address: 'https://data.example.org/', organization: 'club' };

test('what is empty is not sent', () => {
  expect(importOf(FILLED)).toEqual({ sourceRegistryUrl: 'https://data.example.org', sourceOrganization: 'club' });
  expect(importOf({ ...FILLED, toDataset: 'left over' })).not.toHaveProperty('destinationDataset');
});

test('everything that is filled in is sent', () => {
  const fields = { ...FILLED, userName: 'anna', password: ' p ', dataset: 'a', toOrganization: 'b', toDataset: 'c' };
  expect(importOf(fields)).toEqual({
    sourceRegistryUrl: 'https://data.example.org',
    sourceOrganization: 'club',
    username: 'anna',
    password: ' p ',
    sourceDataset: 'a',
    destinationOrganization: 'b',
    destinationDataset: 'c',
  });
});

test.each([
  { ...FILLED, organization: ' ' },
  { ...FILLED, address: '' },
  { ...FILLED, userName: 'anna' },
  { ...FILLED, password: 'secret' },
])('half a form is not sent: %j', (fields) => expect(importOf(fields)).toBeNull());

test.each([
  [{}, 'club', { org: 'club', ds: 'a' }],
  [{ destinationOrganization: 'home' }, 'home', { org: 'home', ds: 'a' }],
  [{ destinationOrganization: 'home', destinationDataset: 'b' }, 'home/b', { org: 'home', ds: 'b' }],
  [{ destinationDataset: 'b' }, 'club/b', { org: 'club', ds: 'b' }],
])('an import with %j goes to %s', (to, into, place) => {
  expect(destinationOf({ sourceRegistryUrl: 'https://data.example.org', sourceOrganization: 'club', ...to })).toBe(
    into,
  );
  expect(arrivedAt(into, { organization: 'club', dataset: 'a' })).toEqual(place);
});

test('an address that does not say where it goes means the same names', () => {
  expect(arrivedAt(undefined, { organization: 'club', dataset: 'a' })).toEqual({ org: 'club', ds: 'a' });
});
