import { dot, minus, type Triple } from './triple.ts';

/** WGS 84: metres of the equator's radius, and its first eccentricity squared. */
const [RADIUS, SQUARED] = [6_378_137, 0.006_694_379_990_141_317];
/** Rounds that bring a height of some kilometres to a micrometre. */
const ROUNDS = 6;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** From longitude, latitude (degrees) and height to metres from the middle of the Earth. */
export function fromMiddle([longitude, latitude, height]: Triple): Triple {
  const [turn, rise] = [radians(longitude), radians(latitude)];
  const across = RADIUS / Math.sqrt(1 - SQUARED * Math.sin(rise) ** 2);
  const level = (across + height) * Math.cos(rise);
  return [level * Math.cos(turn), level * Math.sin(turn), (across * (1 - SQUARED) + height) * Math.sin(rise)];
}

/** Back to longitude, latitude and height. */
export function onSurface([x, y, z]: Triple): Triple {
  const level = Math.hypot(x, y);
  let rise = Math.atan2(z, level * (1 - SQUARED));
  for (let round = 0; round < ROUNDS; round += 1) {
    const across = RADIUS / Math.sqrt(1 - SQUARED * Math.sin(rise) ** 2);
    rise = Math.atan2(z + SQUARED * across * Math.sin(rise), level);
  }
  const across = RADIUS / Math.sqrt(1 - SQUARED * Math.sin(rise) ** 2);
  // Near the poles a cosine would be divided by.
  const height = level * Math.cos(rise) + z * Math.sin(rise) - across * (1 - SQUARED * Math.sin(rise) ** 2);
  return [degrees(Math.atan2(y, x)), degrees(rise), height];
}

/** East, north and up at a place, as directions from the middle of the Earth. */
export function axesAt([longitude, latitude]: Triple): readonly [east: Triple, north: Triple, up: Triple] {
  const [turn, rise] = [radians(longitude), radians(latitude)];
  const [sin, cos, sinRise, cosRise] = [Math.sin(turn), Math.cos(turn), Math.sin(rise), Math.cos(rise)];
  return [
    [-sin, cos, 0],
    [-sinRise * cos, -sinRise * sin, cosRise],
    [cosRise * cos, cosRise * sin, sinRise],
  ];
}

/** Metres east, north and up of a place, from places on Earth and back. */
export function aroundPlace(zero: Triple): {
  readonly fromEarth: (place: Triple) => Triple;
  readonly toEarth: (at: Triple) => Triple;
} {
  const [middle, [east, north, up]] = [fromMiddle(zero), axesAt(zero)];
  return {
    fromEarth(place) {
      const way = minus(fromMiddle(place), middle);
      return [dot(way, east), dot(way, north), dot(way, up)];
    },
    toEarth: ([x, y, z]) =>
      onSurface([
        middle[0] + x * east[0] + y * north[0] + z * up[0],
        middle[1] + x * east[1] + y * north[1] + z * up[1],
        middle[2] + x * east[2] + y * north[2] + z * up[2],
      ]),
  };
}
