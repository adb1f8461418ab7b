import { readGridPlace, type Place } from './grid-text.ts';

/** A number with its signs of degrees, minutes and seconds, and the side of the Earth before or behind it. */
const PART =
  /^([NSEW])?\s*([+-]?\d{1,3}(?:\.\d{1,12})?)\s*(?:[°º]\s*(?:(\d{1,2}(?:\.\d{1,12})?)\s*['′’]\s*(?:(\d{1,2}(?:\.\d{1,12})?)\s*(?:"|″|”|'')\s*)?)?)?([NSEW])?$/i;
const HALF_TURN = 180;
const QUARTER_TURN = 90;

/**
 * The point of coordinates as people write them: `46.49, 11.35`, `46,49 11,35`, `46°29'17"N 11°20'46"E`, `E 11.35 N 46.49`,
 * `32T 680025 5150974`, `EPSG:25832 680025 5150974`. Latitude first, unless the letters tell otherwise.
 * @returns undefined for any other text
 */
export function readPlace(text: string): Place | undefined {
  const given = text.trim();
  // Two whole numbers with a comma between them are two numbers; only where that is no place the comma may be one of decimals.
  return readDegrees(given) ?? readDegrees(withDecimalPoints(given)) ?? readGrid(given);
}

const readGrid = (text: string): Place | undefined => readGridPlace(text) ?? readGridPlace(withDecimalPoints(text));

const withDecimalPoints = (text: string): string => text.replaceAll(/(\d),(?=\d)/g, '$1.');

function readDegrees(text: string): Place | undefined {
  const [first, second] = partsOf(text) ?? [];
  const [one, other] = [readAngle(first), readAngle(second)];
  if (one === undefined || other === undefined) return undefined;
  const isTurned = one.side === 'longitude' || other.side === 'latitude';
  const [latitude, longitude] = isTurned ? [other, one] : [one, other];
  const isSound = latitude.side !== 'longitude' && longitude.side !== 'latitude';
  if (!isSound || Math.abs(latitude.degrees) > QUARTER_TURN || Math.abs(longitude.degrees) > HALF_TURN)
    return undefined;
  return { latitude: latitude.degrees, longitude: longitude.degrees };
}

function partsOf(text: string): readonly [string, string] | undefined {
  const divided = text.split(/\s*[,;]\s*/);
  if (divided.length === 2) return [divided[0]!, divided[1]!];
  if (divided.length !== 1) return undefined;
  // Two whole numbers may be a day or a lot; with a point, a sign or a letter they are a place.
  const plain = /^([+-]?\d+\.\d+)\s+([+-]?\d+\.\d+)$/.exec(text);
  const lettered = /^(.*[NSEW])\s+(.*[NSEW])$/i.exec(text) ?? /^([NSEW].*\S)\s+([NSEW].*)$/i.exec(text);
  const signed = /^(.*[°º'′’"″”])\s+([^NSEW]*[°º'′’"″”])$/i.exec(text);
  const [, first, second] = plain ?? lettered ?? signed ?? [];
  return first === undefined || second === undefined ? undefined : [first, second];
}

interface Angle {
  readonly degrees: number;
  readonly side: 'latitude' | 'longitude' | undefined;
}

function readAngle(text = ''): Angle | undefined {
  const [, before, degrees, minutes = '0', seconds = '0', behind] = PART.exec(text) ?? [];
  if (degrees === undefined || (before !== undefined && behind !== undefined)) return undefined;
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return undefined;
  const letter = (before ?? behind)?.toUpperCase();
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isNegative = degrees.startsWith('-') !== (letter === 'S' || letter === 'W');
  return {
    degrees: isNegative ? -size : size,
    side: letter === undefined ? undefined : 'NS'.includes(letter) ? 'latitude' : 'longitude',
  };
}
