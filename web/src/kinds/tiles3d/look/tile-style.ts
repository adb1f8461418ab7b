import { lightIn, type SurfaceLight } from '../../../scene/style/surface-light.ts';
import { opacityIn } from '../../../scene/style/style-text.ts';

/** How surfaces of tilesets are drawn. */
export type TileStyle = {
  readonly light: SurfaceLight;
  readonly wireframe: boolean;
  /** Whether surfaces are seen from both sides; otherwise as the tileset says. */
  readonly backFaces: boolean;
  /** Percent. */
  readonly opacity: number;
};

export const DEFAULT_TILE_STYLE: TileStyle = { light: 'auto', wireframe: false, backFaces: false, opacity: 100 };

/** "lit/wire/back/o60"; '' for the default. Parts that models have as well mean the same of them. */
export function formatTileStyle({ light, wireframe, backFaces, opacity }: TileStyle): string {
  return [
    ...(light === 'auto' ? [] : [light]),
    ...(wireframe ? ['wire'] : []),
    ...(backFaces ? ['back'] : []),
    ...(opacity === 100 ? [] : [`o${opacity}`]),
  ].join('/');
}

/** What the address says; what it does not know of surfaces is left out. */
export function parseTileStyle(text: string): TileStyle {
  const parts = text.split('/');
  return {
    light: lightIn(text),
    wireframe: parts.includes('wire'),
    backFaces: parts.includes('back'),
    opacity: opacityIn(text),
  };
}
