import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKvp } from './kvp.ts';
import { highestNotAbove, negotiateVersion } from './versions.ts';

const fault = (code: string, locator?: string) =>
  expect.objectContaining({ ogcCode: code, ...(locator ? { locator } : {}) });

describe('parameters', () => {
  it('match in any letter case, decoded, in any order', () => {
    const kvp = readKvp('SERVICE=WMS&LaYeRs=a%20b,c+d,&width=8&empty=&Styles=,,');
    expect(kvp.text('service')).toBe('WMS');
    expect(kvp.required('LAYERS')).toBe('a b,c d,');
    expect(kvp.list('layers')).toEqual(['a b', 'c d', '']);
    expect(kvp.list('styles')).toEqual(['', '', '']);
    expect(kvp.whole('WIDTH', { min: 1, max: 4096 })).toBe(8);
    expect([kvp.text('empty'), kvp.has('EMPTY'), kvp.has('none'), kvp.list('none')]).toEqual([
      undefined,
      true,
      false,
      undefined,
    ]);
  });

  it.each(['0', '-1', '4097', '1e9', 'NaN', '8.5', '0x10', '1 2', '9'.repeat(40)])('width=%s is refused', (value) => {
    const kvp = readKvp(`width=${encodeURIComponent(value)}`);
    expect(() => kvp.whole('WIDTH', { min: 1, max: 4096 })).toThrow(fault('InvalidParameterValue', 'WIDTH'));
  });

  it('given twice must agree, unless they may be repeated', () => {
    expect(readKvp('a=1&A=1&b=&b=2').text('b')).toBe('2');
    expect(() => readKvp('crs=EPSG:1&CRS=EPSG:2')).toThrow(fault('InvalidParameterValue', 'CRS'));
    expect(readKvp('subset=E(1,2)&SUBSET=N(3,4)&subset=', ['subset']).all('subset')).toEqual(['E(1,2)', 'N(3,4)']);
  });

  it('that are missing, too many, or lists without end are refused', () => {
    expect(() => readKvp('layers=').required('LAYERS')).toThrow(fault('MissingParameterValue', 'LAYERS'));
    expect(() => readKvp(Array.from({ length: 201 }, (_, at) => `p${at}=1`).join('&'))).toThrow(
      fault('InvalidParameterValue'),
    );
    expect(() => readKvp(`layers=${','.repeat(20_000)}`).list('layers')).toThrow(
      fault('InvalidParameterValue', 'layers'),
    );
  });

  it('of any text are read or refused, never a fault', () => {
    fc.assert(
      fc
        .property(fc.string({ unit: 'binary', maxLength: 200 }), (query) => {
          const kvp = readKvp(query, ['subset']);
          kvp.text('service');
          kvp.all('subset');
          return true;
        })
        .beforeEach(() => undefined),
      { examples: [['%'], ['%zz=%'], ['__proto__=1'], ['=&=&=']] },
    );
  });
});

const SUPPORTED = ['2.0.1', '1.1.2', '1.0.0'] as const;

describe('versions', () => {
  it.each([
    ['', '2.0.1'],
    ['version=2.0.1', '2.0.1'],
    ['version=2.0', '2.0.1'],
    ['version=9.9', '2.0.1'],
    ['version=1.5.0', '1.1.2'],
    ['version=1.1', '1.1.2'],
    ['version=1.0.0', '1.0.0'],
    ['acceptversions=1.0.0,2.0.1', '1.0.0'],
    ['acceptversions=7.0.0, 1.1.2', '1.1.2'],
    ['version=1.0.0&acceptversions=2.0.1', '1.0.0'],
  ])('%s gives %s', (query, version) => expect(negotiateVersion(readKvp(query), SUPPORTED)).toBe(version));

  it.each([
    'version=0.9.0',
    'version=x',
    'version=1.0.0.0',
    'version=-1',
    'acceptversions=3.0.0',
    `acceptversions=${'9.9.9,'.repeat(500)}1.0.0`,
  ])('%s cannot be had', (query) =>
    expect(() => negotiateVersion(readKvp(query), SUPPORTED)).toThrow(fault('VersionNegotiationFailed')),
  );

  it('the highest not above is one that is supported, and none lies between', () => {
    const part = fc.integer({ min: 0, max: 30 });
    const number = (version: string) => version.split('.').reduce((sum, digits) => sum * 1000 + Number(digits), 0);
    fc.assert(
      fc.property(part, part, part, (a, b, c) => {
        const asked = `${a}.${b}.${c}`;
        const below = SUPPORTED.filter((known) => number(known) <= number(asked));
        expect(highestNotAbove(asked, SUPPORTED)).toBe(below[0]);
      }),
    );
  });
});
