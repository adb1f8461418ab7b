/** A place that somebody asked for, in degrees. */
export type AskedPlace = { readonly latitude: number; readonly longitude: number };

/** A tenth of a metre on the ground. */
const DIGITS = 6;

/** As it stands in an address: "46.490000/11.350000". */
export const formatPlace = ({ latitude, longitude }: AskedPlace): string =>
  `${latitude.toFixed(DIGITS)}/${longitude.toFixed(DIGITS)}`;

/** As people write it. */
export const placeText = (place: AskedPlace): string => formatPlace(place).replace('/', ', ');

/** Null for what is no place on a map. */
export function parsePlace(text: string | undefined): AskedPlace | null {
  const [, first, second] = /^(-?\d{1,2}(?:\.\d{1,12})?)\/(-?\d{1,3}(?:\.\d{1,12})?)$/.exec(text ?? '') ?? [];
  const [latitude, longitude] = [Number(first), Number(second)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
