import { expect, test } from 'vitest';
import { EMPTY_IMPORT, importOf, sourceProblem } from './import-fields.ts';

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
