import { joinEscaped, splitEscaped } from '../../escaped-list.ts';

/** The ground in three dimensions. */
export type Terrain = {
  /** Path of an elevation model. */
  readonly path: string;
  /** Heights are drawn so many times as high. */
  readonly exaggeration: number;
};

/** What heights can be drawn as. */
export const EXAGGERATIONS: readonly number[] = [1, 1.5, 2, 2.5, 3];

/** Reads the value `terrain` of the address: "dsm.tif", "dsm.tif;2"; null if it is none. */
export function parseTerrain(text: string | undefined): Terrain | null {
  const [path = '', times = '1', ...others] = splitEscaped(text ?? '', ';');
  const exaggeration = EXAGGERATIONS.find((known) => String(known) === times);
  return path === '' || exaggeration === undefined || others.length > 0 ? null : { path, exaggeration };
}

export const formatTerrain = ({ path, exaggeration }: Terrain): string =>
  joinEscaped(exaggeration === 1 ? [path] : [path, String(exaggeration)], ';');
