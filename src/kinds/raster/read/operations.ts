import type * as coverage from './raster-coverage.child.ts';
import type * as picture from '../coverages/coverage-picture.child.ts';
import type * as extent from './raster-extent.child.ts';
import type * as facts from './raster-facts.child.ts';
import type * as histogram from './raster-histogram.child.ts';
import type * as jpegLosses from './jpeg-loss.child.ts';
import type * as maskDamages from './mask-damage.child.ts';
import type * as mask from './raster-mask.child.ts';
import type * as place from './raster-place.child.ts';
import type * as point from './raster-point.child.ts';
import type * as statistics from './raster-statistics.child.ts';
import type * as values from './raster-values.child.ts';
import { operation } from '../../../engine/index.ts';

/** What children do with rasters. */
export const coveragePicture = operation<typeof picture>(import.meta.resolve('../coverages/coverage-picture.child.ts'));
export const jpegLoss = operation<typeof jpegLosses>(import.meta.resolve('./jpeg-loss.child.ts'));
export const rasterCoverage = operation<typeof coverage>(import.meta.resolve('./raster-coverage.child.ts'));
export const rasterExtent = operation<typeof extent>(import.meta.resolve('./raster-extent.child.ts'));
export const rasterFacts = operation<typeof facts>(import.meta.resolve('./raster-facts.child.ts'));
export const rasterHistogram = operation<typeof histogram>(import.meta.resolve('./raster-histogram.child.ts'));
export const rasterMask = operation<typeof mask>(import.meta.resolve('./raster-mask.child.ts'));
export const maskDamage = operation<typeof maskDamages>(import.meta.resolve('./mask-damage.child.ts'));
export const rasterPlace = operation<typeof place>(import.meta.resolve('./raster-place.child.ts'));
export const rasterPoint = operation<typeof point>(import.meta.resolve('./raster-point.child.ts'));
export const rasterStatistics = operation<typeof statistics>(import.meta.resolve('./raster-statistics.child.ts'));
export const rasterValues = operation<typeof values>(import.meta.resolve('./raster-values.child.ts'));
