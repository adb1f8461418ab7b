import { HALF_WORLD } from '../geodata/web-mercator.ts';
import { isNearUtmZone, utmToDegrees, utmZoneOf } from '../projections/utm.ts';

/** In degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const NUMBER = '([+-]?\\d{1,8}(?:\\.\\d{1,12})?)';
const BETWEEN = '\\s*[\\s,;]\\s*';
/** `32T 691000 5334000`, `UTM 32 N, 691000 m E, 5334000 m N`: letters I and O are none of the bands. */
const UTM = new RegExp(
  `^(?:UTM\\s*)?(?:zone\\s*)?(\\d{1,2})\\s*([C-HJ-NP-X])${BETWEEN}${NUMBER}\\s*m?\\s?E?${BETWEEN}${NUMBER}\\s*m?\\s?N?$`,
  'i',
);
const CODED = new RegExp(`^EPSG:\\s?(\\d{4,5})${BETWEEN}${NUMBER}${BETWEEN}${NUMBER}$`, 'i');
/** Metres: wider is no zone. */
const EASTINGS = [100_000, 900_000] as const;
const FARTHEST_NORTH = 10_000_000;

/** The point of coordinates in a zone of UTM, or behind the code of a system whose way to degrees needs no PROJ. */
export function readGridPlace(text: string): Place | undefined {
  const [, zone = '', band = '', east, north] = UTM.exec(text) ?? [];
  if (east !== undefined && north !== undefined) return utmPlace(Number(zone), band, Number(east), Number(north));
  const [, code = '', x, y] = CODED.exec(text) ?? [];
  return x === undefined || y === undefined ? undefined : codedPlace(code, Number(x), Number(y));
}

/** "S" is the southern half, as the map itself writes it, and not the band between 32 and 40 degrees north. */
function utmPlace(zone: number, band: string, east: number, north: number): Place | undefined {
  const letter = band.toUpperCase();
  const isNorth = letter >= 'N' && letter !== 'S';
  if (east < EASTINGS[0] || east > EASTINGS[1] || north < 0 || north > FARTHEST_NORTH) return undefined;
  return codedPlace(`${isNorth ? 326 : 327}${String(zone).padStart(2, '0')}`, east, north);
}

function codedPlace(code: string, x: number, y: number): Place | undefined {
  // The official order of its axes is latitude, longitude.
  if (code === '4326') return within(x, y);
  if (code === '3857')
    return within((Math.atan(Math.sinh((y / HALF_WORLD) * Math.PI)) * 180) / Math.PI, (x / HALF_WORLD) * 180);
  const zone = utmZoneOf(`EPSG:${code}`);
  const position = Float64Array.of(x, y);
  if (zone === undefined || !isNearUtmZone(zone, position)) return undefined;
  const [longitude = NaN, latitude = NaN] = utmToDegrees(zone, position);
  return within(latitude, longitude);
}

const within = (latitude: number, longitude: number): Place | undefined =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
