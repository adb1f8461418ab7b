/** An axis of the file that points up, in either direction. */
export const UP_AXES = ['z', '-z', 'y', '-y'] as const;
export type UpAxis = (typeof UP_AXES)[number];

/** SPZ has y up by its specification; files of the other formats have the axes of a camera, with y down. */
export const usualY = (path: string): 1 | -1 => (/\.spz$/i.test(path) ? 1 : -1);

/** The axis that is up as far as name and place tell: heights on Earth are along z. */
export const usualUp = (path: string, isGeoreferenced: boolean): UpAxis =>
  isGeoreferenced ? 'z' : usualY(path) === 1 ? 'y' : '-y';
