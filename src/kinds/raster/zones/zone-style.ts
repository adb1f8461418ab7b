import { colourScale, SCALE_STEPS } from '../spectral/index.ts';
import type { ZoneClass } from './request.ts';

export const ZONE_COLOURS = ['rdylgn', 'viridis'] as const;

/** What is in no class. */
const OTHER = '#9ca3af';

/**
 * The style of a file of zones: the metadata `style`, by which maps of the workspace and of WMS draw it. Each class is found by its
 * lower bound: the mean of a zone that took small pieces in may lie in another class.
 */
export function zoneStyle(classes: readonly ZoneClass[], map: (typeof ZONE_COLOURS)[number]): object {
  const breaks = [...classes.map(({ low }) => low), classes.at(-1)!.high];
  const line = { colour: '#374151', width: 1 };
  return {
    line,
    polygon: { fill: OTHER, fillOpacity: 0.7, ...line },
    label: 'none',
    classes: { property: 'low', breaks, method: 'quantiles', colours: coloursOf(map, classes.length), other: OTHER },
  };
}

/** From the first colour of a scale to its last. */
function coloursOf(map: (typeof ZONE_COLOURS)[number], count: number): readonly string[] {
  const scale = colourScale(map);
  return Array.from({ length: count }, (_, at) => {
    const step = 3 * Math.round((count === 1 ? 0 : at / (count - 1)) * (SCALE_STEPS - 1));
    return `#${Buffer.from(scale.subarray(step, step + 3)).toString('hex')}`;
  });
}
