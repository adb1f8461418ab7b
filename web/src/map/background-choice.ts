import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Background, featuresQuery } from '../api/session.ts';

const NONE: readonly Background[] = [];
const NO_SITES: readonly string[] = [];
/** What the storage of a browser holds is there before the first frame: nothing is asked for meanwhile. */
const AT_ONCE = { getInitialValueInEffect: false } as const;

/** Backgrounds that a person can choose, and what this browser was told. */
export type BackgroundChoice = {
  readonly backgrounds: readonly Background[];
  /** What the map lies on; null is the coast lines. */
  readonly shown: Background | null;
  /** Other sites that the person agreed to. */
  readonly allowed: readonly string[];
  readonly show: (background: Background | null) => void;
  /** Agrees to a site, and shows the background. */
  readonly allow: (background: Background) => void;
  /** From now on nothing is asked of the site. */
  readonly withdraw: (site: string) => void;
};

/** The background of the map, kept by the browser. Tiles of another site are asked for only after a person agreed. */
export function useBackgroundChoice(): BackgroundChoice {
  const features = useQuery(featuresQuery);
  const [chosen, setChosen] = useLocalStorage({ key: 'alidade.background', defaultValue: '', ...AT_ONCE });
  const [sites, setSites] = useLocalStorage({ key: 'alidade.background-sites', defaultValue: NO_SITES, ...AT_ONCE });
  const allowed = Array.isArray(sites) ? sites : NO_SITES;
  const backgrounds = features.data?.map?.backgrounds ?? NONE;
  const shown = backgrounds.find((it) => it.url === chosen && mayBeShown(it, allowed)) ?? null;
  const show = (background: Background | null): void => setChosen(background?.url ?? '');
  return {
    backgrounds,
    shown,
    allowed,
    show,
    allow: (background) => {
      setSites([...new Set([...allowed, siteOf(background)])]);
      show(background);
    },
    withdraw: (site) => {
      setSites(allowed.filter((other) => other !== site));
      if (shown !== null && siteOf(shown) === site) show(null);
    },
  };
}

/** The site that sees who asks for a background. */
export const siteOf = ({ url }: Background): string => new URL(url, window.location.origin).host;

/** True for a background of this site, and for one whose site the person agreed to. */
export const mayBeShown = (background: Background, allowed: readonly string[]): boolean =>
  !background.isOtherSite || allowed.includes(siteOf(background));
