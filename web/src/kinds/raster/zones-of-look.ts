import { parseLook } from './look/look-text.ts';

/** What a look says of the tool `raster-zones`: the index or the band that is seen, and the ends of its colours. */
export function zonesOfLook(text: string): Readonly<Record<string, unknown>> {
  const look = parseLook(text);
  if (look === undefined || !('colours' in look)) return {};
  return {
    ...(look.kind === 'index' ? { formula: look.index } : { band: look.kind === 'band' ? look.band : 1 }),
    ...(look.range === null ? {} : { rescale: look.range.join(',') }),
  };
}
