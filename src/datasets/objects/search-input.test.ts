import { describe, expect, it } from 'vitest';
import { filterOf } from './search-input.ts';

describe('input of a search', () => {
  it('reads moments and boxes', () => {
    expect(filterOf({ from: '2026-05-01', to: '2026-05-01T10:00:00+02:00' })).toMatchObject({
      from: new Date('2026-05-01T00:00:00Z'),
      to: new Date('2026-05-01T08:00:00Z'),
    });
    expect(filterOf({ from: '2026-05-01t10:00:00z' }).from).toEqual(new Date('2026-05-01T10:00:00Z'));
    expect(filterOf({ to: '2026-05-01T10:00:00 02:00' }).to).toEqual(new Date('2026-05-01T08:00:00Z'));
    expect(filterOf({ bbox: '170, -10,-170,10' }).bbox).toEqual([170, -10, -170, 10]);
    expect(filterOf({ bbox: '1,2,-5,3,4,500' }).bbox).toEqual([1, 2, 3, 4]);
    expect(filterOf({})).toEqual({});
    for (const type of [4, '4', 'GeoRaster', 'georaster']) expect(filterOf({ type }).types).toEqual([4]);
  });

  it('reads several types, of which one may be asked for alone', () => {
    expect(filterOf({ types: '4, Video,4' }).types).toEqual([4, 9]);
    expect(filterOf({ types: '3,13', type: 13 }).types).toEqual([13]);
    expect(filterOf({ types: '3', type: 4 }).types).toEqual([]);
    for (const types of ['3,raster', '', '3,']) expect(() => filterOf({ types })).toThrow('types must be one of');
  });

  it('refuses what is none', () => {
    for (const type of [17, -1, 'raster']) expect(() => filterOf({ type })).toThrow('type must be one of');
    for (const from of [
      'yesterday',
      '2026-13-01',
      '1e9',
      '2026-05-01T10:00',
      '2026-05-01T25:00:00Z',
      '2026',
      '2026-02-31',
    ])
      expect(() => filterOf({ from })).toThrow('from must be');
    for (const bbox of [
      '1,2,3',
      '1,2,3,4,5',
      '1,5,3,4',
      'a,b,c,d',
      '1,2,,4',
      '-181,0,0,1',
      '0,0,0,91',
      'NaN,0,1,1',
      '0,0,1e999,1',
      '0x10,0,1e1,1',
    ])
      expect(() => filterOf({ bbox })).toThrow('bbox');
    expect(() => filterOf({ from: '2026-05-02', to: '2026-05-01' })).toThrow('later');
    expect(() => filterOf({ path: '../x' })).toThrow('path');
  });
});
