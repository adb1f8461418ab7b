/** What the map looks at: Web Mercator zoom (512-pixel world at 0), degrees, bearing clockwise from north. */
export type View = {
  readonly zoom: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly bearing: number;
  readonly pitch: number;
};

/** "17.25/46.84301/-91.9951" and, when turned or tilted, "/30/45" after it. */
export function formatView({ zoom, latitude, longitude, bearing, pitch }: View): string {
  // A pixel at zoom z is 360 / (512 * 2^z) degrees: this many digits are finer than that, and no more are needed.
  const digits = Math.max(2, Math.ceil((zoom * Math.LN2 + Math.log(512 / 360)) / Math.LN10) + 1);
  const parts = [trim(zoom, 2), latitude.toFixed(digits), longitude.toFixed(digits)];
  const turned = Math.abs(bearing) >= 0.05 || pitch >= 0.05;
  if (turned) parts.push(trim(bearing, 1), trim(pitch, 1));
  return parts.join('/');
}

const trim = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

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
