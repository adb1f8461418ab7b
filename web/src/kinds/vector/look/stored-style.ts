import { isRecord } from '../../../format/value.ts';
import { isRamp, OTHER_COLOUR, rampColours, RAMPS, type RampName, USUAL_COLOUR } from './colours.ts';
import {
  areBreaks,
  categoryColour,
  type Colouring,
  formatLook,
  parseLook,
  USUAL_LOOK,
  type VectorLook,
} from './vector-look.ts';

/** The stored style's word for a layer without labels. */
const NO_LABELS = 'none';

/** Key of the metadata of a file; maps that the service draws (WMS) read it, too. */
export const STYLE_KEY = 'style';

/** A look as the metadata of a file keeps it: the style of the service's own maps (docs/ogc.md). */
export function storedStyle({ colouring, fill, line, point, label }: VectorLook): object {
  const colour = colouring.by === 'single' ? colouring.colour : USUAL_COLOUR;
  return {
    point: { colour, radius: point },
    line: { colour, width: line },
    polygon: { fill: colour, fillOpacity: fill / 100, colour, width: line },
    label: label === '' ? NO_LABELS : { property: label },
    ...(colouring.by === 'single' ? {} : { classes: classesOf(colouring) }),
  };
}

function classesOf(colouring: Exclude<Colouring, { by: 'single' }>): object {
  const { property } = colouring;
  if (colouring.by === 'category') {
    const { values } = colouring;
    return { property, values, colours: values.map((_, at) => categoryColour(at)), other: OTHER_COLOUR };
  }
  const { breaks, ramp, method } = colouring;
  return { property, breaks, method, colours: rampColours(ramp, breaks.length - 1), other: OTHER_COLOUR };
}

/** The look of a stored style as text; '' for what is none, or one of other programs that says nothing of colours. */
export function lookOfStored(stored: unknown): string {
  if (!isRecord(stored)) return '';
  const [point, line, polygon, label] = ['point', 'line', 'polygon', 'label'].map((part) => partOf(stored, part));
  const colour = [polygon?.['fill'], line?.['colour'], point?.['colour']].find((each) => typeof each === 'string');
  const look = {
    colouring: colouringOf(partOf(stored, 'classes')) ?? {
      by: 'single' as const,
      colour: typeof colour === 'string' ? colour.toLowerCase() : USUAL_COLOUR,
    },
    fill: Math.round(numberOr(polygon?.['fillOpacity'], USUAL_LOOK.fill / 100) * 100),
    line: numberOr(line?.['width'], USUAL_LOOK.line),
    point: numberOr(point?.['radius'], USUAL_LOOK.point),
    label: typeof label?.['property'] === 'string' ? label['property'] : '',
  };
  const text = formatLook(look);
  return parseLook(text) === null ? '' : text;
}

function colouringOf(classes: Readonly<Record<string, unknown>> | undefined): Colouring | null {
  const property = classes?.['property'];
  if (classes === undefined || typeof property !== 'string') return null;
  const { values, breaks } = classes;
  if (Array.isArray(values)) return { by: 'category', property, values: values.map(String) };
  if (!Array.isArray(breaks)) return null;
  const numbers = breaks.map(Number);
  if (!areBreaks(numbers)) return null;
  const method = classes['method'] === 'equal' ? 'equal' : 'quantiles';
  return { by: 'graduated', property, breaks: numbers, method, ramp: rampOf(classes['colours']) };
}

/** The ramp that begins with this colour; that of other programs is shown as the usual one. */
function rampOf(colours: unknown): RampName {
  const first = Array.isArray(colours) ? String(colours[0]).toLowerCase() : '';
  return Object.keys(RAMPS).find((name): name is RampName => isRamp(name) && RAMPS[name][0] === first) ?? 'viridis';
}

const partOf = (of: Readonly<Record<string, unknown>>, name: string) => {
  const part = of[name];
  return isRecord(part) ? part : undefined;
};

const numberOr = (value: unknown, usual: number): number => (typeof value === 'number' ? value : usual);
