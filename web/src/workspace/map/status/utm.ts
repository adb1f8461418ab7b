import proj4 from 'proj4';
import type { Place } from './coordinate-text.ts';

/** "32N 680051.23 5150948.77": zone, east and north in metres. Null near the poles, where UTM ends. */
export function utmText([longitude, latitude]: Place): string | null {
  if (latitude < -80 || latitude > 84) return null;
  const zone = zoneOf(longitude, latitude);
  const isNorth = latitude >= 0;
  const system = `+proj=utm +zone=${zone}${isNorth ? '' : ' +south'} +datum=WGS84 +units=m`;
  const [east = NaN, north = NaN] = proj4(system, [longitude, latitude]);
  return `${zone}${isNorth ? 'N' : 'S'} ${east.toFixed(2)} ${north.toFixed(2)}`;
}

/** Zones are six degrees wide, but for the west of Norway and for Svalbard. */
function zoneOf(longitude: number, latitude: number): number {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32;
  if (latitude >= 72 && longitude >= 0 && longitude < 42) {
    if (longitude < 9) return 31;
    if (longitude < 21) return 33;
    return longitude < 33 ? 35 : 37;
  }
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1);
}
