import { CLASS_NAMES, FIRST_USER_CLASS } from './class-names.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Classes of points: names of LAS 1.4 R15, and colours that can be told apart on light and dark grounds. */

export const className = (number: number): string =>
  CLASS_NAMES[number] ??
  (number < FIRST_USER_CLASS
    ? i18n.t('Reserved ({number})', { number })
    : i18n.t('User-defined ({number})', { number }));

export const classColour = (number: number): readonly [red: number, green: number, blue: number] =>
  COLOURS[number] ?? OTHERS[number % OTHERS.length] ?? [128, 128, 128];

const NEVER_CLASSIFIED = 0;

/** False where there is nothing to choose from: no point has a class, and none is hidden. */
export const areClassed = (classes: readonly number[], hidden: ReadonlySet<number>): boolean =>
  hidden.size > 0 || classes.some((one) => one !== NEVER_CLASSIFIED);

const COLOURS: readonly (readonly [number, number, number])[] = [
  [140, 140, 140],
  [176, 176, 176],
  [166, 118, 70],
  [166, 217, 106],
  [90, 174, 70],
  [26, 120, 55],
  [214, 69, 56],
  [230, 60, 200],
  [240, 170, 60],
  [60, 130, 220],
  [120, 80, 160],
  [95, 95, 105],
  [200, 200, 120],
  [250, 230, 80],
  [255, 200, 0],
  [150, 60, 40],
  [255, 150, 90],
  [120, 160, 190],
  [255, 90, 160],
  [190, 110, 60],
  [110, 90, 60],
  [225, 240, 250],
  [90, 60, 120],
];

const OTHERS: readonly (readonly [number, number, number])[] = [
  [102, 194, 165],
  [252, 141, 98],
  [141, 160, 203],
  [231, 138, 195],
  [229, 196, 148],
];
