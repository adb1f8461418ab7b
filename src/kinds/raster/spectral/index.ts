/** What bands of cameras see, numbers made of them, and their colours: tables and arithmetic without any input or output. */
export {
  BAND_FILTER,
  type BandLetter,
  bandOrder,
  type BandOrder,
  type DescribedBand,
  readBandFilter,
  letterOf,
} from './bands.ts';
export {
  COLOUR_MAP_IDS,
  type ColourMapId,
  colourScale,
  hasClasses,
  SCALE_STEPS,
  scaleStep,
  shownColours,
} from './colour-maps.ts';
export {
  computeIndex,
  SPECTRAL_INDEX_IDS,
  SPECTRAL_INDICES,
  type SpectralIndex,
  type SpectralIndexId,
} from './indices.ts';
