/*
 * Splats of a file have an opacity up to 1 and the alpha `o * g` at a place, where `g = exp(-z²/2)` and `z` is the distance from the
 * middle in standard deviations. A merged splat may have more: it stands for many that lie on each other. Viewers draw it as `o` opaque
 * splats on top of each other, which is `1 - (1 - g)^o`: flat and opaque in the middle, and wider the larger `o` is. For `o = 1` both
 * are the same.
 *
 * Files and shaders carry the width `d = sqrt(1 + e * ln o)` instead of `o`, as it grows slowly: RAD stores `1 + (d - 1) / 4`, up to 2.
 * The shader works with `d` up to 5, has the splat end at `sqrt(8) + 0.7 * (d - 1)` standard deviations, and gets `o` back by
 * `exp((d² - 1) / e)`.
 */

/** Standard deviations at which viewers end a splat. What is left out there is 1.8 % of its opacity. */
const EXTENT = Math.sqrt(8);
const EXTENT_BY_WIDTH = 0.7;
/** Largest width that RAD can store. */
const MOST_WIDTH = 5;
/** Largest distance from the middle of any splat, squared. */
export const MOST_EXTENT = (EXTENT + EXTENT_BY_WIDTH * (MOST_WIDTH - 1)) ** 2;

/** The width of a splat by its opacity; the opacity itself up to 1. */
export const widthOf = (opacity: number): number =>
  opacity > 1 ? Math.min(Math.sqrt(1 + Math.E * Math.log(opacity)), MOST_WIDTH) : opacity;

/** The opacity of a splat by its width, which may be between two that `widthOf` gives. */
export const opacityOf = (width: number): number => (width > 1 ? Math.exp((width * width - 1) / Math.E) : width);

/** Standard deviations at which a splat ends. */
export const extentOf = (width: number): number => EXTENT + (width > 1 ? EXTENT_BY_WIDTH * (width - 1) : 0);
