import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryType } from '../../inspection/index.ts';
import { type Inspection, openInspection } from '../testing/inspection.ts';

let inspection: Inspection;
beforeAll(async () => {
  inspection = await openInspection();
});
afterAll(() => inspection.close());

describe('a table', () => {
  it.each([
    ['lon,lat\n10,45\n12,46\n', 'longitude and latitude'],
    ['id;Longitude;Latitude\r\n1;10,0;45,0\r\n2;;\r\n3;12,0;46,0', 'a comma as decimal point'],
    ['"X"\t"Y"\t"note"\n10\t45\t"a\nb"\n12\t46\t""\n', 'tabs, quotes and a line break in a value'],
    ['name,WKT\na,POINT (10 45)\nb,"LINESTRING (10 45, 12 46)"\n', 'well-known text'],
  ])('%j with %s is Vector', async (text) => {
    const facts = await inspection.bytes('places.csv', text);
    expect(facts.type).toBe(EntryType.Vector);
    expect(facts.properties['vector']).toMatchObject({ driver: 'CSV', layers: [{ name: 'places' }] });
    expect(facts.polygonGeometry?.coordinates[0]?.[2]).toEqual([12, 46, 0]);
  });

  it.each([
    ['', 'nothing'],
    ['lon,lat\n', 'no row'],
    ['a,b\n1,2\n', 'other columns'],
    ['x,y\n500000,4000000\n', 'coordinates that are no degrees'],
    ['x,y\nred,blue\n', 'words'],
    ['wkt,a\nno geometry,1\n', 'no geometry'],
    [`lon,lat\n"${'1'.repeat(70_000)}`, 'an endless value'],
    ['lon,lat\n1,2\n\0', 'bytes that are no text'],
  ])('%j of %s stays what it was, without a warning', async (text) => {
    expect(await inspection.bytes('table.csv', text)).toMatchObject({ type: EntryType.Generic, properties: {} });
  });
});
