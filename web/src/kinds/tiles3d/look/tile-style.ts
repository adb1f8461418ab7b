import { i18n } from '../../../languages/i18n.ts';

/** How surfaces of tilesets are drawn. */
export type TileStyle = {
  /** `auto`: pictures as they were taken, surfaces without a picture with light. */
  readonly light: TileLight;
  readonly wireframe: boolean;
  /** Whether surfaces are seen from both sides; otherwise as the tileset says. */
  readonly backFaces: boolean;
  /** Percent. */
  readonly opacity: number;
};

export const TILE_LIGHTS = ['auto', 'lit', 'unlit'] as const;
export type TileLight = (typeof TILE_LIGHTS)[number];

export const LIGHT_NAMES: Readonly<Record<TileLight, string>> = {
  auto: i18n.t('Automatic'),
  lit: i18n.t('With light'),
  unlit: i18n.t('Without light'),
};

export const MIN_OPACITY = 10;
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
  const opacity = Number(parts.flatMap((part) => /^o(\d{1,3})$/.exec(part)?.[1] ?? [])[0] ?? 100);
  return {
    light: TILE_LIGHTS.find((light) => parts.includes(light)) ?? 'auto',
    wireframe: parts.includes('wire'),
    backFaces: parts.includes('back'),
    opacity: Math.min(100, Math.max(MIN_OPACITY, opacity)),
  };
}
