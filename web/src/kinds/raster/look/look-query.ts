import type { RasterLook } from './look-text.ts';

/** What the address of a tile asks for, so that it is drawn in a look. */
export function lookQuery(look: RasterLook): Readonly<Record<string, string>> {
  switch (look.kind) {
    case 'default':
      return {};
    case 'hillshade':
      return { style: 'hillshade' };
    case 'bands':
      return {
        bands: look.bands.join(','),
        ...(look.ranges === null ? {} : { rescale: look.ranges.flat().join(',') }),
      };
    case 'band':
      return { bands: String(look.band), ...scale(look) };
    case 'index':
      return { expression: look.index, ...scale(look) };
    case 'elevation':
      return { style: 'elevation', ...scale(look) };
  }
}

type Scaled = Extract<RasterLook, { readonly colours: string }>;

const scale = ({ colours, range }: Scaled) => ({
  colormap: colours,
  ...(range === null ? {} : { rescale: range.join(',') }),
});
