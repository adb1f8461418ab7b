import { i18n } from '../../../languages/i18n.ts';

/** How the points of a cloud are drawn. */
export type PointStyle = {
  readonly colour: PointColour;
  /** Least size of a point, in pixels of the page. */
  readonly size: number;
  /** Classes that are not drawn. */
  readonly hidden: ReadonlySet<number>;
};

/** `auto`: the colours of the cloud, or its heights where it has none. */
export const POINT_COLOURS = ['auto', 'rgb', 'height', 'class', 'intensity', 'returns'] as const;
export type PointColour = (typeof POINT_COLOURS)[number];

export const COLOUR_NAMES: Readonly<Record<PointColour, string>> = {
  auto: i18n.t('Automatic'),
  rgb: 'RGB',
  height: i18n.t('Height'),
  class: i18n.t('Classification'),
  intensity: i18n.t('Intensity'),
  returns: i18n.t('Return number'),
};

export const MIN_SIZE = 1;
export const MAX_SIZE = 10;
export const DEFAULT_STYLE: PointStyle = { colour: 'auto', size: 2, hidden: new Set() };

/** "height/3/7-18"; '' for the default. */
export function formatStyle({ colour, size, hidden }: PointStyle): string {
  const classes = [...hidden].toSorted((one, other) => one - other).join('-');
  const parts = [colour, String(size), classes];
  if (classes === '') parts.pop();
  if (classes === '' && size === DEFAULT_STYLE.size) parts.pop();
  return parts.length === 1 && colour === DEFAULT_STYLE.colour ? '' : parts.join('/');
}

/** What the address says; values that cannot be are left at their defaults. */
export function parseStyle(text: string): PointStyle {
  const [colourText = '', sizeText = '', classes = ''] = text.split('/');
  const colour = POINT_COLOURS.find((one) => one === colourText) ?? DEFAULT_STYLE.colour;
  const size = /^\d{1,2}$/.test(sizeText) ? Number(sizeText) : DEFAULT_STYLE.size;
  const hidden = classes.split('-').flatMap((one) => (/^\d{1,3}$/.test(one) && Number(one) < 256 ? Number(one) : []));
  return { colour, size: Math.min(MAX_SIZE, Math.max(MIN_SIZE, size)), hidden: new Set(hidden) };
}
