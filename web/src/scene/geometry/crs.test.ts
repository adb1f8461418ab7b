import { describe, expect, test } from 'vitest';
import { heightsIn, metricCrs, parseCrs, planeOf } from './crs.ts';
import { frameFor, toCrs, toScene } from './scene-frame.ts';

const GEOGRAPHIC =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';
const UTM = `PROJCS["WGS 84 / UTM zone 33N",${GEOGRAPHIC},PROJECTION["Transverse_Mercator"],PARAMETER["central_meridian",15],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AUTHORITY["EPSG","32633"]]`;
const FEET = `PROJCS["Oregon",${GEOGRAPHIC},UNIT["foot",0.3048]]`;
const COMPOUND = `COMPD_CS["both",PROJCS["Oregon",${GEOGRAPHIC},UNIT["foot",0.3048]],VERT_CS["NAVD88",UNIT["metre",1]]]`;
const WKT2 =
  'PROJCRS["UTM",BASEGEOGCRS["WGS 84",DATUM["x"]],CONVERSION["c"],CS[Cartesian,2],AXIS["(E)",east,LENGTHUNIT["metre",1]],AXIS["(N)",north,LENGTHUNIT["metre",1]],ID["EPSG",32633]]';
const BOX = { min: [0, 0, 0], max: [100, 100, 10] } as const;

describe('a coordinate reference system', () => {
  test('is known by authority and code, in WKT 1 and 2', () => {
    expect(parseCrs(UTM)).toMatchObject({ key: 'EPSG:32633', metres: 1, isGeographic: false });
    expect(parseCrs(WKT2)).toMatchObject({ key: 'EPSG:32633', metres: 1, isGeographic: false });
    expect(parseCrs(GEOGRAPHIC)).toMatchObject({ key: 'EPSG:4326', metres: null, isGeographic: true });
  });

  test('without a code is known by its names, with both units', () => {
    expect(parseCrs(FEET)).toMatchObject({ metres: 0.3048, verticalMetres: null });
    expect(parseCrs(COMPOUND)).toMatchObject({ name: 'both', metres: 0.3048, verticalMetres: 1 });
    expect(parseCrs(COMPOUND)?.key).not.toBe(parseCrs(FEET)?.key);
  });

  test.each([null, '', 'EPSG:4326', 'PROJCS["cut', '[[[[', 'A['.repeat(10_000)])('is none of "%s"', (wkt) =>
    expect(parseCrs(wkt)).toBeNull(),
  );
});

describe('the frame of a scene', () => {
  test('has the unit of its system', () => {
    expect(frameFor(parseCrs(UTM), BOX).unit).toBe('m');
    expect(frameFor(parseCrs(FEET), BOX).unit).toBe('ft');
    expect(frameFor(null, BOX)).toMatchObject({ unit: 'units', origin: [50, 50, 5], scale: [1, 1, 1] });
  });

  test('turns degrees into metres, and heights into the unit of x and y', () => {
    const degrees = frameFor(parseCrs(GEOGRAPHIC), { min: [11, 60, 0], max: [11.01, 60, 10] });
    const [east] = toScene(degrees, [degrees.origin[0] + 0.01, 60, 0]);
    expect(degrees.unit).toBe('m');
    expect(east).toBeCloseTo(556, 0);
    expect(frameFor(parseCrs(COMPOUND), BOX).scale[2]).toBeCloseTo(3.2808, 4);
  });

  test('keeps millimetres of large coordinates', () => {
    const frame = frameFor(parseCrs(UTM), { min: [500_000, 4_000_000, 0], max: [500_100, 4_000_100, 10] });
    const at = toScene(frame, [500_012.345, 4_000_067.891, 1.234]).map(Math.fround) as unknown as [
      number,
      number,
      number,
    ];
    expect(toCrs(frame, at)[1]).toBeCloseTo(4_000_067.891, 4);
  });
});

describe('heights of a system', () => {
  const withVertical = (vertical: string): string => `COMPD_CS["both",${UTM},${vertical}]`;
  test.each([
    [
      'sea',
      withVertical('VERT_CS["EGM96 height",VERT_DATUM["EGM96 geoid",2005],UNIT["metre",1],AUTHORITY["EPSG","5773"]]'),
    ],
    [
      'sea',
      withVertical('VERT_CS["DHHN2016 height",VERT_DATUM["Deutsches Haupthoehennetz 2016",2005],UNIT["metre",1]]'),
    ],
    [
      'sea',
      'COMPOUNDCRS["b",PROJCRS["p",CS[Cartesian,2]],VERTCRS["EGM2008 height",VDATUM["EGM2008 geoid"],CS[vertical,1]]]',
    ],
    ['ellipsoid', withVertical('VERT_CS["Ellipsoid (metre)",VERT_DATUM["Ellipsoid",2002],UNIT["metre",1]]')],
    ['ellipsoid', withVertical('VERT_CS["GPS",VERT_DATUM["WGS 84",2002],UNIT["metre",1]]')],
    ['ellipsoid', 'GEOGCRS["WGS 84",DATUM["x"],CS[ellipsoidal,3],AXIS["lat",north],AXIS["lon",east],AXIS["h",up]]'],
    ['unknown', withVertical('VERT_CS["unknown",VERT_DATUM["unknown",2005],UNIT["metre",1]]')],
    ['unknown', UTM],
    ['unknown', GEOGRAPHIC],
  ])('are above the %s: %s', (reference, wkt) => {
    expect(parseCrs(wkt)?.heights).toBe(reference);
  });

  test('leave its plane the same', () => {
    const both = parseCrs(withVertical('VERT_CS["EGM96 height",VERT_DATUM["EGM96 geoid",2005],UNIT["metre",1]]'))!;
    expect([planeOf(both), both.key === parseCrs(UTM)?.key]).toEqual(['EPSG:32633', false]);
    expect([heightsIn(both), heightsIn(metricCrs('Local', 'LOCAL')), heightsIn(null)]).toEqual(['sea', null, null]);
  });
});
