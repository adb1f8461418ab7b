import { pixelsOf } from './paper.ts';

export const INK = '#111a18';
export const PAPER = '#ffffff';

/** Letters of the page in a size on paper. @param mm millimetres */
export const letters = (mm: number, weight = 400): string =>
  `${weight} ${pixelsOf(mm)}px ${getComputedStyle(document.body).fontFamily}`;
