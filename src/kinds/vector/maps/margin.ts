/** Pixels around a picture in which a feature may still reach into it: the largest point with its casing. */
export const MARGIN = 24;
