/** How splats are drawn. */
export type SplatStyle = {
  /** Percent. */
  readonly opacity: number;
  /** Height that they are raised by, in units of their CRS. */
  readonly lift: number;
  /** Size in the scene of a length of 1 in the file. */
  readonly scale: number;
  /** Highest band of the spherical harmonics that is drawn. */
  readonly degree: number;
  readonly up: UpAxis;
  /** Splats drawn at once at most; null for what suits the device. */
  readonly most: number | null;
};

/** Axis of the file that points up. Most programs that make splats write the y axis of a camera, which points down. */
export const UP_AXES = ['z', 'y', '-y'] as const;
export type UpAxis = (typeof UP_AXES)[number];

export const MIN_OPACITY = 10;
export const MAX_DEGREE = 3;
/** From the smallest to the largest factor between units that people measure in. */
export const [MIN_SCALE, MAX_SCALE] = [0.001, 1000];
/** Fewer show no picture; more are drawn by no device. */
export const [FEWEST, MOST] = [1000, 9_999_999];
/** Higher than any place on Earth, in feet. */
const MOST_LIFT = 100_000;

export const DEFAULT_SPLAT_STYLE: SplatStyle = {
  opacity: 100,
  lift: 0,
  scale: 1,
  degree: MAX_DEGREE,
  up: 'z',
  most: null,
};

/** "o50/h-12.5/x2/d0/-y/n20000": each part that is not the default; '' for none. */
export function formatSplatStyle({ opacity, lift, scale, degree, up, most }: SplatStyle): string {
  const of = DEFAULT_SPLAT_STYLE;
  return [
    opacity === of.opacity ? '' : `o${opacity}`,
    lift === of.lift ? '' : `h${lift}`,
    scale === of.scale ? '' : `x${scale}`,
    degree === of.degree ? '' : `d${degree}`,
    up === of.up ? '' : up,
    most === of.most ? '' : `n${most}`,
  ]
    .filter((part) => part !== '')
    .join('/');
}

/** What the address says; parts that are not known are left out. */
export function parseSplatStyle(text: string): SplatStyle {
  const parts = text.split('/');
  const of = DEFAULT_SPLAT_STYLE;
  const number = (pattern: RegExp): number | null => {
    const found = parts.flatMap((part) => pattern.exec(part)?.[1] ?? [])[0];
    return found === undefined ? null : Number(found);
  };
  const most = number(/^n(\d{1,7})$/);
  return {
    opacity: Math.min(100, Math.max(MIN_OPACITY, number(/^o(\d{1,3})$/) ?? of.opacity)),
    lift: liftOf(number(/^h(-?\d{1,6}(?:\.\d{1,4})?)$/) ?? of.lift),
    scale: scaleOf(number(/^x(\d{1,4}(?:\.\d{1,6})?)$/) ?? of.scale),
    degree: number(/^d([0-3])$/) ?? of.degree,
    up: UP_AXES.find((axis) => parts.includes(axis)) ?? of.up,
    most: most === null ? null : mostOf(most),
  };
}

/** A height that the address can have. */
export const liftOf = (lift: number): number =>
  Math.min(MOST_LIFT, Math.max(-MOST_LIFT, Math.round(lift * 1000) / 1000)) + 0;

/** A scale that the address can have. */
export const scaleOf = (scale: number): number =>
  Math.min(MAX_SCALE, Math.max(MIN_SCALE, Math.round(scale * 1e6) / 1e6));

/** A number of splats that the address can have. */
export const mostOf = (most: number): number => Math.min(MOST, Math.max(FEWEST, Math.round(most)));
