import type { RasterInfo } from '../../../api/rasters.ts';
import type { Range, RasterLook } from './look-text.ts';
import { valueBands } from './shown-look.ts';
import { usualRange, usualRanges } from './stretch.ts';
import { i18n } from '../../../languages/i18n.ts';

/** A look that is chosen by its name. */
export type Preset = { readonly id: string; readonly title: string; readonly look: RasterLook };

const GREY = 'grayscale';
const INDEX_COLOURS = 'rdylgn';
const HEIGHT_COLOURS = 'terrain';

/** The looks that the bands of a raster allow. */
export function presetsOf(info: RasterInfo): readonly Preset[] {
  const { displayBands, indices, styles, isElevation } = info;
  const [first] = displayBands;
  const infrared = infraredBands(info);
  const range = first === undefined ? null : usualRange(info, first);
  return [
    { id: 'default', title: defaultTitle(info), look: { kind: 'default' } },
    ...(infrared === null
      ? []
      : [{ id: 'infrared', title: i18n.t('False colour infrared'), look: threeBands(info, infrared) }]),
    ...(has(styles, 'elevation')
      ? [{ id: 'elevation', title: i18n.t('Elevation in colours'), look: heights(isElevation ? range : null) }]
      : []),
    ...(has(styles, 'hillshade')
      ? [{ id: 'hillshade', title: i18n.t('Hillshade'), look: { kind: 'hillshade' } as const }]
      : []),
    ...indices.map(({ name, title, range: ends }) => ({
      id: `index:${name}`,
      title: `${name}: ${title}`,
      look: { kind: 'index', index: name, colours: INDEX_COLOURS, range: ends } as const,
    })),
    ...(valueBands(info).length >= 3
      ? [{ id: 'bands', title: i18n.t('Three bands'), look: threeBands(info, threeOf(info)) }]
      : []),
    ...(first === undefined
      ? []
      : [
          { id: 'band', title: i18n.t('One band'), look: { kind: 'band', band: first, colours: GREY, range } as const },
        ]),
  ];
}

/** Which preset a look is; the choices of its own bands and colours do not matter. */
export function presetOf(presets: readonly Preset[], look: RasterLook): string {
  if (look.kind === 'index') return `index:${look.index}`;
  if (look.kind !== 'bands') return look.kind;
  const known = presets.find((it) => it.look.kind === 'bands' && it.look.bands.join() === look.bands.join());
  return known?.id ?? 'bands';
}

/** Three bands, stretched to their values where those are no bytes. */
export const threeBands = (info: RasterInfo, bands: readonly [number, number, number]): RasterLook => ({
  kind: 'bands',
  bands,
  ranges: usualRanges(info, bands),
});

const has = (styles: RasterInfo['styles'], wanted: string): boolean => styles.some(({ name }) => name === wanted);

const heights = (range: Range | null): RasterLook => ({ kind: 'elevation', colours: HEIGHT_COLOURS, range });

function defaultTitle({ bands, displayBands, isElevation }: RasterInfo): string {
  if (displayBands.length === 1) return isElevation ? i18n.t('Elevation in grey') : i18n.t('Grey');
  const seen = displayBands.map((number) => bands.find((band) => band.number === number)?.colorInterp);
  return seen.join() === 'red,green,blue' ? i18n.t('True colour') : i18n.t('Default colours');
}

/** Near infrared, red and green, which the formulas of two indices tell. */
function infraredBands({ indices }: RasterInfo): readonly [number, number, number] | null {
  const bandsOf = (index: string) => indices.find(({ name }) => name === index)?.bands ?? [];
  const [infrared, red] = bandsOf('NDVI');
  const [green] = bandsOf('NDWI');
  return infrared === undefined || red === undefined || green === undefined ? null : [infrared, red, green];
}

function threeOf(info: RasterInfo): readonly [number, number, number] {
  const { displayBands } = info;
  const [red = 1, green = 2, blue = 3] =
    displayBands.length === 3 ? displayBands : valueBands(info).map(({ number }) => number);
  return [red, green, blue];
}
