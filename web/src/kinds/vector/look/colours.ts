/** Unlike the colours of a drawing, which lies on top. */
export const USUAL_COLOUR = '#0f766e';

/** What is in no category and no class. */
export const OTHER_COLOUR = '#9ca3af';

/**
 * Colours of categories. The first eight are told apart with every kind of colour vision (Okabe and Ito); those behind them
 * differ in lightness as well.
 */
export const CATEGORY_COLOURS = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#d55e00',
  '#56b4e9',
  '#f0e442',
  '#332288',
  '#882255',
  '#117733',
  '#999933',
  '#ddcc77',
  '#6699cc',
  '#aa4499',
  '#661100',
  '#44aa99',
  '#cc6677',
  '#004488',
  '#bbcc33',
  '#555555',
] as const;

export const MOST_CATEGORIES = CATEGORY_COLOURS.length;

/** The lightness of the first three rises or falls throughout: they are read without colours as well. */
export const RAMPS = {
  viridis: ['#440154', '#472d7b', '#3b528b', '#2c728e', '#21918c', '#28ae80', '#5ec962', '#addc30', '#fde725'],
  magma: ['#0d0829', '#331067', '#641a80', '#982d80', '#cd4071', '#f1605d', '#fd9668', '#feca8d', '#fcfdbf'],
  blues: ['#deebf7', '#c6dbef', '#9ecae1', '#6baed6', '#4292c6', '#2171b5', '#08519c', '#08306b', '#041c40'],
  'red-green': [
    '#a50026',
    '#d73027',
    '#f46d43',
    '#fdae61',
    '#fee08b',
    '#ffffbf',
    '#d9ef8b',
    '#a6d96a',
    '#66bd63',
    '#1a9850',
    '#006837',
  ],
  'red-blue': ['#b2182b', '#d6604d', '#f4a582', '#fddbc7', '#f7f7f7', '#d1e5f0', '#92c5de', '#4393c3', '#2166ac'],
} as const;

export type RampName = keyof typeof RAMPS;

export const isRamp = (name: string): name is RampName => Object.hasOwn(RAMPS, name);

/** So many colours of a ramp, from its beginning to its end. */
export function rampColours(name: RampName, count: number): readonly string[] {
  const stops = RAMPS[name];
  return Array.from({ length: count }, (_, at) => {
    const place = count === 1 ? 0 : (at / (count - 1)) * (stops.length - 1);
    const below = Math.floor(place);
    return mixed(
      stops[below] ?? OTHER_COLOUR,
      stops[Math.min(below + 1, stops.length - 1)] ?? OTHER_COLOUR,
      place - below,
    );
  });
}

function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((from ?? 0) + ((to ?? 0) - (from ?? 0)) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
