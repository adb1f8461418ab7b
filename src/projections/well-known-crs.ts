import type { CrsFacts } from './crs-facts.child.ts';
import { utmZoneOf } from './utm.ts';

const METRES = { isGeographic: false, axisOrder: 'xy', metresPerUnit: 1, unit: 'metre' } as const;
const DEGREES = { isGeographic: true, metresPerUnit: (Math.PI * 6_378_137) / 180, unit: 'degree' } as const;

const NAMED: Readonly<Record<string, CrsFacts>> = {
  'EPSG:3857': { name: 'WGS 84 / Pseudo-Mercator', ...METRES },
  'EPSG:4326': { name: 'WGS 84', axisOrder: 'yx', ...DEGREES },
  'OGC:CRS84': { name: 'WGS 84', axisOrder: 'xy', ...DEGREES },
};

/** What nearly all clients ask for: the first map after a start would wait for a child that loads PROJ, which takes a second. */
export function wellKnownCrs(code: string): CrsFacts | undefined {
  const named = NAMED[code];
  const zone = utmZoneOf(code);
  // EPSG deprecates this one, and PROJ says so in its name.
  if (named !== undefined || zone === undefined || code === 'EPSG:25838') return named;
  const datum = code.startsWith('EPSG:258') ? 'ETRS89' : 'WGS 84';
  const half = zone.falseNorthing === 0 ? 'N' : 'S';
  return { name: `${datum} / UTM zone ${Number(code.slice(-2))}${half}`, ...METRES };
}
