import type { PhotoFields } from './photo-fields.ts';
import type { PhotoPosition } from './photo-position.ts';
import { instantAt } from './time-zone.ts';

/** The three times of EXIF in the order they are trusted, each with the fields that belong to it. */
const EXIF_TIMES = [
  { time: 'DateTimeOriginal', offset: 'OffsetTimeOriginal', fraction: 'SubSecTimeOriginal' },
  { time: 'CreateDate', offset: 'OffsetTimeDigitized', fraction: 'SubSecTimeDigitized' },
  { time: 'ModifyDate', offset: 'OffsetTime', fraction: 'SubSecTime' },
] as const;

const XMP_TIMES = ['exif:DateTimeOriginal', 'xmp:CreateDate', 'xmp:ModifyDate'] as const;

/**
 * When a photograph was taken, in milliseconds since 1970; null when the file does not say. In this order: date and time of
 * the GPS receiver, which are UTC; the times of EXIF, then of XMP, with their own offset, else as the clock at the position
 * showed them, else as UTC.
 */
export function captureTime(fields: PhotoFields, position: PhotoPosition | null): number | null {
  const gps = gpsTime(fields);
  if (gps !== null) return gps;
  for (const { time, offset, fraction } of EXIF_TIMES) {
    const wallClock = parseWallClock(fields.exifText(time) ?? '', fields.exifText(fraction) ?? '');
    if (wallClock !== null) return instantOf(wallClock, fields.exifText(offset) ?? '', position);
  }
  for (const name of XMP_TIMES) {
    const text = fields.xmpText(name) ?? '';
    const wallClock = parseWallClock(text);
    if (wallClock !== null) return instantOf(wallClock, text, position);
  }
  return null;
}

function gpsTime(fields: PhotoFields): number | null {
  const date = fields.exifText('GPSDateStamp') ?? '';
  const time = fields.exifNumbers('GPSTimeStamp');
  const [hours = 0, minutes = 0, seconds = 0] = time;
  if (time.length !== 3 || hours > 23 || minutes > 59 || seconds > 60 || Math.min(...time) < 0) return null;
  const midnight = parseWallClock(`${date.slice(0, 10)} 00:00:00`);
  return midnight === null ? null : midnight + Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000);
}

function instantOf(wallClock: number, offset: string, position: PhotoPosition | null): number {
  const minutes = parseOffset(offset);
  if (minutes !== null) return wallClock - minutes * 60_000;
  return position === null ? wallClock : instantAt(wallClock, position.latitude, position.longitude);
}

/** A day of it may be of the next year elsewhere; databases and ISO 8601 have four digits for a year. */
const LAST_YEAR = 9999;

/** `2016:06:23 16:32:43`, with `-` between the date or `T` before the time, as milliseconds counted like UTC. */
function parseWallClock(text: string, fraction = ''): number | null {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?/.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const whole = Date.UTC(year, month - 1, day, hour, minute, second);
  // A day that the month has not would be carried on to the next one: such a date is damage.
  const sound =
    year >= 1900 && year < LAST_YEAR && month >= 1 && month <= 12 && new Date(whole).getUTCDate() === day && hour < 24;
  if (!sound || minute > 59 || second > 59) return null;
  const digits = /^\d{1,9}/.exec(fraction)?.[0] ?? parts[7] ?? '0';
  return whole + Math.floor(Number(`0.${digits}`) * 1000);
}

/** Minutes ahead of UTC, from the end of a text: `+02:00`, `-0330`, `Z`. */
function parseOffset(text: string): number | null {
  const [whole, sign, hours = '', minutes = ''] = /(?:Z|([+-])(\d\d):?(\d\d))\s*$/.exec(text.slice(-8)) ?? [];
  if (whole === undefined) return null;
  if (sign === undefined) return 0;
  const total = Number(hours) * 60 + Number(minutes);
  return total > 18 * 60 || Number(minutes) > 59 ? null : (sign === '-' ? -1 : 1) * total;
}
