import { describe, expect, it } from 'vitest';
import { searchColumns } from './search-columns.ts';

const file = {
  path: 'Flug/Überblick_01.JPG',
  hash: 'a'.repeat(64),
  properties: null,
  mtime: 1_700_000_000,
  pointGeometry: null,
  polygonGeometry: null,
};

describe('what an entry is searched by', () => {
  it('its name folded in every language, and the time of the file', () => {
    expect(searchColumns(file)).toEqual({
      name: 'überblick_01.jpg',
      words: null,
      taken_at: new Date(1_700_000_000_000),
      bounds: null,
    });
  });

  it('the capture time where there is one', () => {
    const { taken_at } = searchColumns({ ...file, properties: { captureTime: 1_600_000_000_123 } });
    expect(taken_at).toEqual(new Date(1_600_000_000_123));
  });

  it('words of the properties, also of their lists, without long texts', () => {
    const properties = { make: 'DJI', layers: [{ name: 'Roads' }], projection: 'P'.repeat(300), width: 5 };
    expect(searchColumns({ ...file, properties }).words).toBe('dji\nroads');
  });

  it('the box around the footprint, else around the point', () => {
    const pointGeometry = { type: 'Point', coordinates: [10, 50, 7] };
    expect(searchColumns({ ...file, pointGeometry }).bounds).toBe('((10,50),(10,50))');
    const ring = [
      [9, 49, 0],
      [11, 49, 0],
      [11, 51, 0],
      [9, 49, 0],
    ];
    const polygonGeometry = { type: 'Polygon', coordinates: [ring] };
    expect(searchColumns({ ...file, pointGeometry, polygonGeometry }).bounds).toBe('((9,49),(11,51))');
  });

  it('all longitudes for a footprint across the antimeridian', () => {
    const ring = [
      [179, 1, 0],
      [-179, 1, 0],
      [-179, 2, 0],
      [179, 1, 0],
    ];
    expect(searchColumns({ ...file, polygonGeometry: { type: 'Polygon', coordinates: [ring] } }).bounds).toBe(
      '((-180,1),(180,2))',
    );
  });

  it('nothing of a folder but its name', () => {
    expect(searchColumns({ ...file, path: 'A', hash: null })).toEqual({
      name: 'a',
      words: null,
      taken_at: null,
      bounds: null,
    });
  });
});
