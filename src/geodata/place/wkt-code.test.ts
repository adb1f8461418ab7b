import fc from 'fast-check';
import { expect, it } from 'vitest';
import { horizontalCode } from './wkt-code.ts';

const UTM =
  'PROJCS["ETRS89 / UTM 32N",GEOGCS["ETRS89",DATUM["x",SPHEROID["GRS",6378137,298.2,AUTHORITY["EPSG","7019"]]],AUTHORITY["EPSG","4258"]],UNIT["metre",1],AUTHORITY["EPSG","25832"]]';

it.each([
  ['a projected one', UTM, 'EPSG:25832'],
  [
    'a compound one',
    `COMPD_CS["both",${UTM},VERT_CS["DHHN",AUTHORITY["EPSG","5783"]],AUTHORITY["EPSG","5555"]]`,
    'EPSG:25832',
  ],
  ['WKT 2', 'GEOGCRS["WGS 84",DATUM["d",ELLIPSOID["e",1,2]],CS[ellipsoidal,2],ID["EPSG",4326]]', 'EPSG:4326'],
  ['one without a code, whose parts have some', UTM.replace(',AUTHORITY["EPSG","25832"]', ''), null],
  ['brackets in a name', 'PROJCS["a ] , [ b",UNIT["m",1],AUTHORITY["EPSG","3857"]]', 'EPSG:3857'],
  ['no WKT', 'EPSG:4326', null],
  ['a text that is cut off', UTM.slice(0, -1), null],
])('tells the code of %s', (_, wkt, code) => {
  expect(horizontalCode(wkt)).toBe(code);
});

it('takes any text', () => {
  fc.assert(fc.property(fc.stringMatching(/^[A-C[\](),"1 ]*$/), (text) => void horizontalCode(text)));
  expect(horizontalCode('A['.repeat(200_000))).toBeNull();
  expect(horizontalCode('A[,'.repeat(200_000))).toBeNull();
});
