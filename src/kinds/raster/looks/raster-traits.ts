import type { BandColour, CogFacts } from '../cog/cog-facts.ts';
import { chooseDisplay } from '../draw/colour.ts';
import { isElevation, type RasterStyle, stylesOf } from '../maps/raster-style.ts';
import {
  bandOrder,
  type BandLetter,
  letterOf,
  SPECTRAL_INDEX_IDS,
  SPECTRAL_INDICES,
  type SpectralIndexId,
} from '../spectral/index.ts';

/** What decides which looks a raster has, as plain data. Bands count from 0. */
export interface RasterTraits {
  readonly bandCount: number;
  readonly alpha: number | null;
  /** What is drawn unless something else is asked for. */
  readonly display: readonly number[];
  readonly styles: readonly RasterStyle[];
  readonly isElevation: boolean;
  readonly indices: readonly IndexOfRaster[];
}

/** An index that a raster has the bands for. */
export interface IndexOfRaster {
  readonly id: SpectralIndexId;
  /** In the order of its formula. */
  readonly bands: readonly number[];
}

const NAMES: Readonly<Record<BandColour, string>> = {
  red: 'Red',
  green: 'Green',
  blue: 'Blue',
  alpha: 'Alpha',
  grey: 'Gray',
  other: 'Undefined',
};

export function traitsOf(facts: Pick<CogFacts, 'bandCount' | 'colours' | 'sampleType' | 'words'>): RasterTraits {
  const { bandCount, colours, sampleType, words } = facts;
  // Styles tell only bytes from all other types.
  const type = sampleType === 'uint8' ? 'Byte' : 'Float32';
  const styled = colours.map((colour) => ({ colorInterp: NAMES[colour], type }));
  const { bands, alpha } = chooseDisplay(facts);
  return {
    bandCount,
    alpha,
    display: bands,
    styles: stylesOf(styled),
    isElevation: isElevation(styled),
    indices: indicesOf(styled.map(({ colorInterp }, band) => ({ colorInterp, name: words[band]?.name ?? '' }))),
  };
}

/** The indices that bands with these names and colours are enough for. */
export function indicesOf(bands: Parameters<typeof bandOrder>[0]): readonly IndexOfRaster[] {
  const order = bandOrder(bands, null);
  // A single band is taken for temperatures only where it is called so: most are heights.
  const [first, ...others] = bands.filter(({ colorInterp }) => colorInterp !== 'Alpha');
  const isTold = others.length > 0 || letterOf(first?.name ?? '') === 'T';
  return SPECTRAL_INDEX_IDS.flatMap((id) => {
    const letters: readonly BandLetter[] = SPECTRAL_INDICES[id].bands;
    const found = letters.map((letter) => order.get(letter));
    return isTold && found.every((band) => band !== undefined) ? [{ id, bands: found.map((band) => band - 1) }] : [];
  });
}
