/** What the map looks at: Web Mercator zoom (512-pixel world at 0), degrees, bearing clockwise from north. */
export type View = {
  readonly zoom: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly bearing: number;
  readonly pitch: number;
};

/** "17.25/46.84301/-91.9951" and, when turned or tilted, "/30/45" after it. Of the view it reads back the same text. */
export function formatView(view: View): string {
  const zoom = round(view.zoom, 2);
  const bearing = round(view.bearing, 1);
  const pitch = round(view.pitch, 1);
  // A pixel at zoom z is 360 / (512 * 2^z) degrees: this many digits are finer than that, and no more are needed.
  const digits = Math.max(2, Math.ceil((zoom * Math.LN2 + Math.log(512 / 360)) / Math.LN10) + 1);
  const parts = [String(zoom), fixed(view.latitude, digits), fixed(view.longitude, digits)];
  if (bearing !== 0 || pitch !== 0) parts.push(String(bearing), String(pitch));
  return parts.join('/');
}

/** Adding zero makes zero of the "minus zero" that rounding a small negative number gives. */
const round = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;

const fixed = (value: number, digits: number): string => round(value, digits).toFixed(digits);

/** Reads a view from the address's hash (without "#"); null when it is none or lies outside the map. */
export function parseView(hash: string): View | null {
  const parts = hash.split('/');
  if (parts.length !== 3 && parts.length !== 5) return null;
  if (parts.some((part) => !/^-?\d{1,4}(\.\d{1,12})?$/.test(part))) return null;
  const [zoom = NaN, latitude = NaN, longitude = NaN, bearing = 0, pitch = 0] = parts.map(Number);
  const inside =
    zoom >= 0 &&
    zoom <= 26 &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    Math.abs(bearing) <= 360 &&
    pitch >= 0 &&
    pitch <= 85;
  return inside ? { zoom, latitude, longitude, bearing, pitch } : null;
}
