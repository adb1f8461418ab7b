/** What properties of a photo tell of its lens: pixels, and millimetres. Values are those of the file, whatever they are. */
export type Optics = Readonly<
  Record<'width' | 'height' | 'sensorWidth' | 'sensorHeight' | 'focalLength' | 'focalLength35', unknown>
>;

/** Half the diagonal of 35 mm film. */
const FILM = Math.hypot(36, 24);
/** Wider ones are fisheyes and panoramas, which no flat picture shows. */
const WIDEST = 10;
const DIGITS = 1000;

/** Width and height of the picture that a camera takes, at a distance of 1 from the lens; null where the file does not say. */
export function viewOf(optics: Optics | null): readonly [width: number, height: number] | null {
  const sides = bySensor(optics) ?? byFilm(optics);
  if (sides === null) return null;
  const rounded = sides.map((side) => Math.round(side * DIGITS) / DIGITS);
  return rounded.every((side) => side > 0 && side <= WIDEST) ? [rounded[0]!, rounded[1]!] : null;
}

function bySensor(optics: Optics | null): readonly number[] | null {
  const [width, height, focal] = [optics?.sensorWidth, optics?.sensorHeight, optics?.focalLength].map(lengthOf);
  return width && height && focal ? [width / focal, height / focal] : null;
}

/** Equivalent focal lengths compare diagonals. */
function byFilm(optics: Optics | null): readonly number[] | null {
  const [width, height, focal] = [optics?.width, optics?.height, optics?.focalLength35].map(lengthOf);
  if (!width || !height || !focal) return null;
  const pixel = FILM / Math.hypot(width, height);
  return [(width * pixel) / focal, (height * pixel) / focal];
}

const lengthOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
