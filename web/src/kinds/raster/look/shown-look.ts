import type { RasterBand, RasterInfo } from '../../../api/rasters.ts';
import type { MapLayer } from '../../map-kind.ts';
import { parseLook, type RasterLook } from './look-text.ts';
import { i18n } from '../../../languages/i18n.ts';

type ShownLook = {
  readonly look: RasterLook;
  /** False where the text in the address is no look. */
  readonly isKnown: boolean;
};

/** The look of a layer: that of the address, else the one that was saved for everybody, else the default. */
export function shownLook(layer: Pick<MapLayer, 'savedLook'>, text: string): ShownLook {
  const usual = parseLook(layer.savedLook ?? '') ?? { kind: 'default' };
  if (text === '') return { look: usual, isKnown: true };
  const look = parseLook(text);
  return { look: look ?? usual, isKnown: look !== undefined };
}

/** True where the raster has what the look draws. */
export function hasLook(info: RasterInfo, look: RasterLook): boolean {
  const { indices, colormaps, styles } = info;
  const hasBand = (number: number): boolean => valueBands(info).some((band) => band.number === number);
  if ('colours' in look && !colormaps.some(({ name }) => name === look.colours)) return false;
  switch (look.kind) {
    case 'default':
      return true;
    case 'bands':
      return look.bands.every(hasBand);
    case 'band':
      return hasBand(look.band);
    case 'index':
      return indices.some(({ name }) => name === look.index);
    case 'elevation':
    case 'hillshade':
      return styles.some(({ name }) => name === look.kind);
  }
}

/** Numbers of the bands that a look is drawn of. */
export function drawnBands({ displayBands, indices }: RasterInfo, look: RasterLook): readonly number[] {
  switch (look.kind) {
    case 'default':
      return displayBands;
    case 'bands':
      return look.bands;
    case 'band':
      return [look.band];
    case 'index':
      return indices.find(({ name }) => name === look.index)?.bands ?? [];
    case 'elevation':
    case 'hillshade':
      return [1];
  }
}

/** Bands that hold values: all but the transparency. */
export const valueBands = ({ bands }: RasterInfo): readonly RasterBand[] =>
  bands.filter(({ colorInterp }) => colorInterp !== 'alpha');

/** "Band 4, near infrared"; "Band 4" where its name says no more. */
export const bandName = ({ number, name }: Pick<RasterBand, 'number' | 'name'>): string =>
  name === '' || name === `Band ${number}`
    ? i18n.t('Band {number}', { number })
    : i18n.t('Band {number}, {name}', { number, name });
