import { isOnEarth } from '../read/on-earth.ts';
import type { TrackPoint } from './track-points.ts';

const CUE = /^\s{0,4}(\d{1,3}):(\d{2}):(\d{2})[,.](\d{1,3})\s{0,4}-->/;
const NUMBER = String.raw`([-+]?\d{1,6}(?:\.\d{1,15})?)`;
const GAP = String.raw`\s{0,4}`;
/** As older drones write: longitude, latitude, altitude. Their `HOME(...)` is where they started. */
const LIST = new RegExp(String.raw`\bGPS${GAP}\(${GAP}${NUMBER}${GAP},${GAP}${NUMBER}${GAP}(?:,${GAP}${NUMBER})?`);
const field = (name: string): RegExp => new RegExp(String.raw`\b${name}${GAP}:${GAP}${NUMBER}`);
const LATITUDE = field('latitude');
/** Some models misspell it. */
const LONGITUDE = field('long(?:i|t|ti)tude');
const ABSOLUTE = field('abs_alt');
const ALTITUDE = field('altitude');

/** Higher than any aircraft, and lower than any land. */
const [LOWEST, HIGHEST] = [-1000, 100_000];

/** Reads the subtitles that drones write beside their videos, line by line: one place for each picture or second. */
export function srtCues(found: (point: TrackPoint) => void): (line: string) => void {
  let at: number | null = null;
  let [latitude, longitude, altitude]: (number | null)[] = [null, null, null];
  return (line) => {
    const cue = CUE.exec(line);
    if (cue !== null) {
      const [hours, minutes, seconds] = cue.slice(1, 4).map(Number);
      at = hours! * 3600 + minutes! * 60 + seconds! + Number(cue[4]!.padEnd(3, '0')) / 1000;
      [latitude, longitude, altitude] = [null, null, null];
      return;
    }
    if (at === null) return;
    const list = LIST.exec(line);
    longitude = numberOf(list?.[1]) ?? numberOf(LONGITUDE.exec(line)?.[1]) ?? longitude ?? null;
    latitude = numberOf(list?.[2]) ?? numberOf(LATITUDE.exec(line)?.[1]) ?? latitude ?? null;
    altitude = numberOf(list?.[3]) ?? numberOf((ABSOLUTE.exec(line) ?? ALTITUDE.exec(line))?.[1]) ?? altitude ?? null;
    if (longitude === null || latitude === null) return;
    const height = altitude !== null && altitude > LOWEST && altitude < HIGHEST ? altitude : null;
    const point: TrackPoint = { at, position: [longitude, latitude, height] };
    if (isOnEarth(point.position)) found(point);
    // A cue has one place.
    at = null;
  };
}

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
