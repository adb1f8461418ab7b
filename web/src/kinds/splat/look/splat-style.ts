import { UP_AXES, type UpAxis } from '../../../../../src/kinds/splat/draw/usual-up.ts';
import { numberIn, opacityIn } from '../../../scene/style/style-text.ts';
import { liftOf } from '../../model-placing.ts';

/** How splats are drawn. */
export type SplatStyle = {
  /** Percent. */
  readonly opacity: number;
  /** Height that they are raised by, in units of their CRS. */
  readonly lift: number;
  /** Size in the scene of a length of 1 in the file; null: as is told beside the file. */
  readonly scale: number | null;
  /** Highest band of the spherical harmonics that is drawn. */
  readonly degree: number;
  /** Axis of the file that points up; null: the one of its thumbnail. */
  readonly up: UpAxis | null;
  /** Splats drawn at once at most; null for what suits the device. */
  readonly most: number | null;
};

export const MAX_DEGREE = 3;
/** Beyond these, a length is mistyped. The service has the same limits for scales beside a file. */
export const [MIN_SCALE, MAX_SCALE] = [0.0001, 10_000];
/** More are not measured. */
const SCALE_DIGITS = 7;
/** Fewer show no picture; more are drawn by no device. */
export const [FEWEST, MOST] = [1000, 9_999_999];

export const DEFAULT_SPLAT_STYLE: SplatStyle = {
  opacity: 100,
  lift: 0,
  scale: null,
  degree: MAX_DEGREE,
  up: null,
  most: null,
};

/** "o50/h-12.5/x2/d0/-y/n20000": each part that is not the default; '' for none. */
export function formatSplatStyle({ opacity, lift, scale, degree, up, most }: SplatStyle): string {
  const of = DEFAULT_SPLAT_STYLE;
  return [
    opacity === of.opacity ? '' : `o${opacity}`,
    lift === of.lift ? '' : `h${lift}`,
    scale === null ? '' : `x${scale}`,
    degree === of.degree ? '' : `d${degree}`,
    up ?? '',
    most === of.most ? '' : `n${most}`,
  ]
    .filter((part) => part !== '')
    .join('/');
}

/** Style in the address; unknown parts are left out. */
export function parseSplatStyle(text: string): SplatStyle {
  const parts = text.split('/');
  const of = DEFAULT_SPLAT_STYLE;
  const number = (form: RegExp): number | null => numberIn(text, form);
  const most = number(/^n(\d{1,7})$/);
  const scale = number(/^x(\d{1,5}(?:\.\d{1,10})?)$/);
  return {
    opacity: opacityIn(text),
    lift: liftOf(number(/^h(-?\d{1,6}(?:\.\d{1,4})?)$/) ?? of.lift),
    scale: scale === null ? null : scaleOf(scale),
    degree: number(/^d([0-3])$/) ?? of.degree,
    up: UP_AXES.find((axis) => parts.includes(axis)) ?? null,
    most: most === null ? null : mostOf(most),
  };
}

/** A scale that the address can have. */
export const scaleOf = (scale: number): number =>
  Math.min(MAX_SCALE, Math.max(MIN_SCALE, Number(scale.toPrecision(SCALE_DIGITS))));

/** A number of splats that the address can have. */
export const mostOf = (most: number): number => Math.min(MOST, Math.max(FEWEST, Math.round(most)));
