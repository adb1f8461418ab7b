import { CATEGORY_COLOURS, isRamp, MOST_CATEGORIES, type RampName, USUAL_COLOUR } from './colours.ts';
import { type ClassMethod, MOST_CLASSES } from './class-breaks.ts';

/** How the features of a vector file are coloured. */
export type Colouring =
  | { readonly by: 'single'; readonly colour: string }
  | { readonly by: 'category'; readonly property: string; readonly values: readonly string[] }
  | {
      readonly by: 'graduated';
      readonly property: string;
      /** Where classes begin and end: one more than there are classes. */
      readonly breaks: readonly number[];
      readonly ramp: RampName;
      readonly method: ClassMethod;
    };

/** How the features of a vector file look. */
export type VectorLook = {
  readonly colouring: Colouring;
  /** Percent of areas that their colour covers. */
  readonly fill: number;
  /** Pixels. */
  readonly line: number;
  /** Radius in pixels. */
  readonly point: number;
  /** Attribute that is written beside features; '' is none. */
  readonly label: string;
};

export const USUAL_LOOK: VectorLook = {
  colouring: { by: 'single', colour: USUAL_COLOUR },
  fill: 20,
  line: 1.5,
  point: 4,
  label: '',
};

/** What a map can draw, and a server: see the style of its maps. */
export const LIMITS = { fill: [0, 100], line: [0, 8], point: [1, 20] } as const;

/** A name or value that is longer is none of an attribute. */
const LONGEST = 200;
const COLOUR = /^#[0-9a-f]{6}$/;

/** "by=category&of=crop&value=vine&value=wheat&line=2". Never empty. */
export function formatLook({ colouring, fill, line, point, label }: VectorLook): string {
  const words = new URLSearchParams({ by: colouring.by });
  if (colouring.by === 'single') {
    if (colouring.colour !== USUAL_COLOUR) words.set('colour', colouring.colour);
  } else {
    words.set('of', colouring.property);
    if (colouring.by === 'category') for (const value of colouring.values) words.append('value', value);
    else {
      words.set('breaks', colouring.breaks.join(' '));
      words.set('ramp', colouring.ramp);
      words.set('method', colouring.method);
    }
  }
  for (const [name, value] of Object.entries({ fill, line, point }))
    if (value !== USUAL_LOOK[name as keyof typeof LIMITS]) words.set(name, String(value));
  if (label !== '') words.set('label', label);
  return words.toString();
}

const KEYS = ['by', 'colour', 'of', 'value', 'breaks', 'ramp', 'method', 'fill', 'line', 'point', 'label'];

/** The look that a text says; null for one that says none. */
export function parseLook(text: string): VectorLook | null {
  const words = new URLSearchParams(text);
  if ([...words.keys()].some((key) => !KEYS.includes(key) || (key !== 'value' && words.getAll(key).length > 1)))
    return null;
  const colouring = parseColouring(words);
  const sizes = (['fill', 'line', 'point'] as const).map((name) => {
    const word = words.get(name);
    return word === null ? USUAL_LOOK[name] : within(word, LIMITS[name]);
  });
  const label = words.get('label') ?? '';
  if (colouring === null || sizes.includes(null) || label.length > LONGEST) return null;
  const [fill = 0, line = 0, point = 0] = sizes.filter((size) => size !== null);
  return { colouring, fill, line, point, label };
}

function parseColouring(words: URLSearchParams): Colouring | null {
  const [by, property] = [words.get('by'), words.get('of') ?? ''];
  if (by === 'single') {
    const colour = words.get('colour') ?? USUAL_COLOUR;
    return COLOUR.test(colour) ? { by, colour } : null;
  }
  if (property === '' || property.length > LONGEST) return null;
  if (by === 'category') {
    const values = words.getAll('value');
    const areFine = values.length <= MOST_CATEGORIES && values.every((value) => value.length <= LONGEST);
    return areFine && new Set(values).size === values.length ? { by, property, values } : null;
  }
  if (by !== 'graduated') return null;
  const breaks = (words.get('breaks') ?? '').split(' ').map(numberOf);
  const [ramp, method] = [words.get('ramp') ?? 'viridis', words.get('method') ?? 'quantiles'];
  if (!isRamp(ramp) || (method !== 'quantiles' && method !== 'equal')) return null;
  return areBreaks(breaks) ? { by, property, breaks, ramp, method } : null;
}

/** Whether the numbers rise; one class of a single value has it twice. */
export const areBreaks = (breaks: readonly number[]): boolean =>
  breaks.length >= 2 &&
  breaks.length <= MOST_CLASSES + 1 &&
  breaks.every((value, at) => {
    const before = breaks[at - 1];
    return (
      Number.isFinite(value) && (before === undefined || value > before || (breaks.length === 2 && value === before))
    );
  });

const numberOf = (word: string): number => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(word) ? Number(word) : NaN);

function within(word: string, [least, most]: readonly [number, number]): number | null {
  const value = numberOf(word);
  return value >= least && value <= most ? value : null;
}

/** The colour of a category by its place among them. */
export const categoryColour = (at: number): string => CATEGORY_COLOURS[at % MOST_CATEGORIES] ?? USUAL_COLOUR;
