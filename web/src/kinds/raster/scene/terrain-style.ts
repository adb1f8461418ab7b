import { numberIn, opacityIn } from '../../../scene/style/style-text.ts';

/** How ground is drawn in a scene. */
export type TerrainStyle = {
  /** `auto`: the orthophoto that covers the most of it, else heights in colours. A path: that raster. */
  readonly picture: { readonly kind: 'auto' | 'heights' } | { readonly kind: 'raster'; readonly path: string };
  /** Percent. */
  readonly opacity: number;
  /** Height of a picture that has none, in metres. */
  readonly height: number;
};

/** Higher than any place on Earth. */
export const MOST_HEIGHT = 10_000;
export const USUAL_TERRAIN: TerrainStyle = { picture: { kind: 'auto' }, opacity: 100, height: 0 };

/** "heights/o60", "p<path>/h12"; '' for the default. */
export function formatTerrainStyle({ picture, opacity, height }: TerrainStyle): string {
  return [
    ...(picture.kind === 'heights' ? ['heights'] : []),
    // Between the styles of two files stands a "~".
    ...(picture.kind === 'raster' ? [`p${encodeURIComponent(picture.path).replaceAll('~', '%7E')}`] : []),
    ...(opacity === 100 ? [] : [`o${opacity}`]),
    ...(height === 0 ? [] : [`h${height}`]),
  ].join('/');
}

/** What the address says; what it does not know of ground is left out. */
export function parseTerrainStyle(text: string): TerrainStyle {
  const parts = text.split('/');
  const path = pathIn(parts.find((part) => /^p./s.test(part))?.slice(1));
  const height = numberIn(text, /^h(-?\d{1,5}(?:\.\d{1,3})?)$/) ?? 0;
  return {
    picture: path !== null ? { kind: 'raster', path } : { kind: parts.includes('heights') ? 'heights' : 'auto' },
    opacity: opacityIn(text),
    height: Math.min(MOST_HEIGHT, Math.max(-MOST_HEIGHT, height)),
  };
}

function pathIn(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    // No text that anybody has encoded: as without it.
    return null;
  }
}
