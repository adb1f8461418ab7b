import { i18n } from '../../languages/i18n.ts';

/** `auto`: what has pictures is shown as they were taken, with the light and shadow in them; what has none with light. */
export const SURFACE_LIGHTS = ['auto', 'lit', 'unlit'] as const;
export type SurfaceLight = (typeof SURFACE_LIGHTS)[number];

export const LIGHT_NAMES: Readonly<Record<SurfaceLight, string>> = {
  auto: i18n.t('Automatic'),
  lit: i18n.t('With light'),
  unlit: i18n.t('Without light'),
};

/** The light that a style has. */
export const lightIn = (text: string): SurfaceLight =>
  SURFACE_LIGHTS.find((light) => text.split('/').includes(light)) ?? 'auto';
