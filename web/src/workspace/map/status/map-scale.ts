/** Metres around the equator, and pixels of MapLibre's world at zoom 0. */
const EQUATOR = 2 * Math.PI * 6_378_137;
const WORLD = 512;

/** Metres of a pixel on paper or a screen, as CSS counts them: 96 an inch. */
const PIXEL = 0.0254 / 96;

/** The N of a scale of 1 to N, rounded as people say it. */
export function mapScale(zoom: number, latitude: number): number {
  const metres = (EQUATOR * Math.cos((latitude * Math.PI) / 180)) / (WORLD * 2 ** zoom);
  return Number((metres / PIXEL).toPrecision(2));
}
