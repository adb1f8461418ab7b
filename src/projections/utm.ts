/** A zone of the Universal Transverse Mercator grid. */
export interface UtmZone {
  /** Degrees of its central meridian. */
  readonly meridian: number;
  /** Metres at the equator. */
  readonly falseNorthing: number;
  readonly ellipsoid: Ellipsoid;
}

/** What the inverse projection takes of an ellipsoid. */
interface Ellipsoid {
  /** Metres of a radian of the rectifying latitude: the mean radius of the meridian. */
  readonly radius: number;
  /** Eccentricity of the first kind. */
  readonly eccentricity: number;
  /** Coefficients of the series. */
  readonly beta: readonly number[];
}

const SEMI_MAJOR_METRES = 6_378_137;
const SCALE = 0.9996;
const FALSE_EASTING = 500_000;
/** Metres from the central meridian, and from the equator to the 84th parallel: where zones are used and PROJ agrees. */
const FARTHEST_EAST = 1_000_000;
const FARTHEST_NORTH = 9_330_000;

const WGS84 = ellipsoidOf(298.257_223_563);
const GRS80 = ellipsoidOf(298.257_222_101);

/**
 * Krueger's series of the inverse projection, to the fourth power of the third flattening (C. F. F. Karney, "Transverse Mercator
 * with an accuracy of a few nanometers", 2011, equations 14 and 36): what is left out is less than a micrometre.
 */
function ellipsoidOf(inverseFlattening: number): Ellipsoid {
  const flattening = 1 / inverseFlattening;
  const n = flattening / (2 - flattening);
  return {
    radius: (SEMI_MAJOR_METRES / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64),
    eccentricity: Math.sqrt(flattening * (2 - flattening)),
    beta: [
      n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3 - n ** 4 / 360,
      n ** 2 / 48 + n ** 3 / 15 - (437 / 1440) * n ** 4,
      (17 / 480) * n ** 3 - (37 / 840) * n ** 4,
      (4397 / 161_280) * n ** 4,
    ],
  };
}

/** The zone that a code names: of WGS 84 (EPSG:326xx, 327xx) or of ETRS89 (EPSG:258xx), which PROJ takes for the same. */
export function utmZoneOf(code: string): UtmZone | undefined {
  const number = Number(/^EPSG:(\d{5})$/.exec(code)?.[1]);
  const zone = number % 100;
  const meridian = 6 * zone - 183;
  if (number >= 25_828 && number <= 25_838) return { meridian, falseNorthing: 0, ellipsoid: GRS80 };
  if (zone < 1 || zone > 60) return undefined;
  if (number > 32_600 && number <= 32_660) return { meridian, falseNorthing: 0, ellipsoid: WGS84 };
  if (number > 32_700 && number <= 32_760) return { meridian, falseNorthing: 10_000_000, ellipsoid: WGS84 };
  return undefined;
}

/** Whether all positions, easting and northing in turn, lie where `utmToDegrees` is exact. */
export function isNearUtmZone({ falseNorthing }: UtmZone, positions: Float64Array): boolean {
  return positions.every((value, at) =>
    at % 2 === 0 ? Math.abs(value - FALSE_EASTING) <= FARTHEST_EAST : Math.abs(value - falseNorthing) <= FARTHEST_NORTH,
  );
}

/** @param positions easting and northing in turn @returns longitude, from -180 to 180, and latitude in turn */
export function utmToDegrees({ meridian, falseNorthing, ellipsoid }: UtmZone, positions: Float64Array): Float64Array {
  const { radius, eccentricity, beta } = ellipsoid;
  const degrees = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 2) {
    const north = (positions[at + 1]! - falseNorthing) / (SCALE * radius);
    const east = (positions[at]! - FALSE_EASTING) / (SCALE * radius);
    let [xi, eta] = [north, east];
    for (const [index, coefficient] of beta.entries()) {
      const multiple = 2 * (index + 1);
      xi -= coefficient * Math.sin(multiple * north) * Math.cosh(multiple * east);
      eta -= coefficient * Math.cos(multiple * north) * Math.sinh(multiple * east);
    }
    const longitude = meridian + inDegrees(Math.atan2(Math.sinh(eta), Math.cos(xi)));
    degrees[at] = longitude - 360 * Math.round(longitude / 360);
    const conformal = Math.sin(xi) / Math.hypot(Math.sinh(eta), Math.cos(xi));
    degrees[at + 1] = inDegrees(Math.atan(tangentOfLatitude(conformal, eccentricity)));
  }
  return degrees;
}

/** From the tangent of the conformal latitude, by Newton's method: a second step changes nothing below 84 degrees. */
function tangentOfLatitude(conformal: number, eccentricity: number): number {
  const rest = 1 - eccentricity ** 2;
  let tangent = conformal / rest;
  for (let step = 0; step < 3; step++) {
    const secant = Math.hypot(1, tangent);
    const sigma = Math.sinh(eccentricity * Math.atanh((eccentricity * tangent) / secant));
    const found = tangent * Math.hypot(1, sigma) - sigma * secant;
    const slope = (rest * Math.hypot(1, found) * secant) / (1 + rest * tangent ** 2);
    tangent += (conformal - found) / slope;
  }
  return tangent;
}

const inDegrees = (radians: number): number => (radians * 180) / Math.PI;
