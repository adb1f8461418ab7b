import type { BackgroundSetting } from './backgrounds.ts';
import type { Settings } from './definition.ts';

/** Tiles that the map may lie on. */
export interface MapBackground {
  readonly name: string;
  readonly url: string;
  readonly attribution: string;
  /** People are asked before their browser asks for such tiles. */
  readonly isOtherSite: boolean;
}

/** All backgrounds of the settings; the one of the older settings first, under the name of its site. */
export function mapBackgrounds({ map }: Pick<Settings, 'map'>): readonly MapBackground[] {
  const { basemapUrl: url, basemapAttribution: attribution } = map;
  const single = url === undefined ? [] : [{ name: siteOf(url).host, url, attribution, isOtherSite: true }];
  return [...single, ...map.backgrounds.map(described)];
}

const described = ({ name, url, attribution = '', otherSite }: BackgroundSetting): MapBackground => ({
  name,
  url,
  attribution,
  isOtherSite: otherSite ?? !url.startsWith('/'),
});

/** Sites that the map's backgrounds are of, as `https://tiles.example`, each once. */
export const sitesOfBackgrounds = (settings: Pick<Settings, 'map'>): readonly string[] => [
  ...new Set(
    mapBackgrounds(settings)
      .filter(({ url }) => !url.startsWith('/'))
      .map(({ url }) => siteOf(url).origin),
  ),
];

const siteOf = (url: string): URL => new URL(url.replaceAll(/[{}]/g, ''));
