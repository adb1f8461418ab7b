import type { CogFacts, CogLevel } from '../cog/cog-facts.ts';
import { worldPixels } from '../cog/mercator-grid.ts';
import { traitsOf } from '../looks/raster-traits.ts';
import { ELEVATION_COLOURS } from '../maps/raster-look.ts';
import { isIndexStyle, type RasterStyle } from '../maps/raster-style.ts';
import { STYLE_TITLES } from '../maps/style-titles.ts';
import { COLOUR_MAP_IDS, hasClasses, shownColours, SPECTRAL_INDICES } from '../spectral/index.ts';

/** West, south, east, north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Colours of a legend that a page draws. */
const SHOWN_COLOURS = 16;
const INDEX_RAMP = ['#ff0000', '#ffff00', '#00ff00'] as const;

/**
 * What a page needs to know to show a raster in all its looks. Bands count from 1.
 *
 * @param metresPerUnit metres in a unit of its values; null where they are no heights
 */
export function rasterInfo(facts: CogFacts, footprint: object | null, metresPerUnit: number | null) {
  const { levels, colours, words, sampleType, nodata, stats } = facts;
  const traits = traitsOf(facts);
  const [full] = levels;
  return {
    width: full.width,
    height: full.height,
    minZoom: levels.at(-1)!.zoom,
    maxZoom: full.zoom,
    bounds: boundsOfFootprint(footprint) ?? boundsOfLevel(full),
    bands: colours.map((colorInterp, band) => {
      const { min = null, max = null, mean = null, std = null, p2 = null, p98 = null } = stats?.[band] ?? {};
      return {
        number: band + 1,
        colorInterp,
        type: sampleType,
        ...words[band]!,
        metresPerUnit,
        // JSON has no other numbers.
        nodata: nodata !== null && Number.isFinite(nodata) ? nodata : null,
        min,
        max,
        mean,
        stdDev: std,
        percentile2: p2,
        percentile98: p98,
      };
    }),
    displayBands: traits.display.map((band) => band + 1),
    styles: traits.styles.map((name) => ({ name, title: STYLE_TITLES[name], legend: legendOf(name, facts) })),
    indices: traits.indices.map(({ id, bands }) => {
      const { title, expression, range } = SPECTRAL_INDICES[id];
      return { name: id, title, expression, range, bands: bands.map((band) => band + 1) };
    }),
    colormaps: COLOUR_MAP_IDS.map((name) => ({
      name,
      classes: hasClasses(name),
      colours: shownColours(name, SHOWN_COLOURS),
    })),
    isElevation: traits.isElevation,
  };
}

function legendOf(style: RasterStyle, { stats }: CogFacts) {
  if (isIndexStyle(style)) return { low: -1, high: 1, colours: INDEX_RAMP };
  const { min, max, p2 = min, p98 = max } = stats?.[0] ?? {};
  if (style !== 'elevation' || p2 === undefined || p98 === undefined) return null;
  return { low: p2, high: p98, colours: shownColours(ELEVATION_COLOURS, SHOWN_COLOURS) };
}

function boundsOfFootprint(footprint: object | null): Bounds | null {
  const [ring = []] =
    (footprint as { readonly coordinates?: readonly (readonly number[][])[] } | null)?.coordinates ?? [];
  const [xs, ys] = [ring.map(([x = NaN]) => x), ring.map(([, y = NaN]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  return box.every(Number.isFinite) ? box : null;
}

/** With what fills the file up to the borders of tiles. */
function boundsOfLevel({ zoom, left, top, width, height }: CogLevel): Bounds {
  const side = worldPixels(zoom);
  const longitude = (x: number): number => (x / side) * 360 - 180;
  const latitude = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / side))) * 180) / Math.PI;
  return [longitude(left), latitude(top + height), longitude(left + width), latitude(top)];
}
