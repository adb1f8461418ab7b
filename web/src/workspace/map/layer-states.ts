import { joinEscaped, splitEscaped } from '../escaped-list.ts';

/** How a layer is shown. */
export type LayerState = {
  readonly isShown: boolean;
  /** Percent. */
  readonly opacity: number;
  /** In words of its kind; '' is the usual look. */
  readonly look: string;
};

export const USUAL_STATE: LayerState = { isShown: true, opacity: 100, look: '' };

/** Layers of which the address tells; more would make it longer than browsers and proxies take. */
const MOST_STATES = 100;

/** States of layers by key: of those that are not as usual. */
export type LayerStates = ReadonlyMap<string, LayerState>;

/** Reads the value `layers` of the address. What is no state is left out. */
export function parseLayerStates(text: string | undefined): LayerStates {
  if (text === undefined) return new Map();
  const states = splitEscaped(text, ',').flatMap((item) => {
    const [key = '', how = '', look = ''] = splitEscaped(item, ';');
    const [, hidden, shown, percent] = /^(h?)(s?)(\d{0,3})$/.exec(how) ?? [];
    if (key === '' || percent === undefined) return [];
    const opacity = percent === '' ? 100 : Math.min(100, Number(percent));
    return [[key, { isShown: hidden === '' || shown !== '', opacity, look }] as const];
  });
  return new Map(states.slice(0, MOST_STATES));
}

/**
 * "dtm.tif;h,ortho.tif;s60;style=NDVI": hidden; shown with 60 % in another look. Undefined where all layers are as usual.
 *
 * @param usual the state of a layer that the address says nothing of
 */
export function formatLayerStates(states: LayerStates, usual: (key: string) => LayerState): string | undefined {
  const items = [...states].flatMap(([key, { isShown, opacity, look }]) => {
    const before = usual(key);
    if (before.isShown === isShown && before.opacity === opacity && before.look === look) return [];
    const how = `${isShown ? 's' : 'h'}${opacity === 100 ? '' : opacity}`;
    return [joinEscaped(look === '' ? [key, how] : [key, how, look], ';')];
  });
  return items.length === 0 ? undefined : joinEscaped(items.slice(0, MOST_STATES), ',');
}
