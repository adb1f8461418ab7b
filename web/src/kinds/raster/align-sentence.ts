import { formatFigure } from '../../tasks/result/figure.ts';
import { i18n } from '../../languages/i18n.ts';

type Facts = Readonly<Record<string, unknown>>;

/** What became of a raster that was aligned, in a sentence; undefined of facts that do not tell it. */
export function alignSentence({ tx, ty, thetaDeg, confidence, shiftZ }: Facts): string | undefined {
  if (typeof tx !== 'number' || typeof ty !== 'number') return undefined;
  const moved = [eastwards(tx), northwards(ty)].filter((part) => part !== null);
  const turned = typeof thetaDeg === 'number' ? turn(thetaDeg) : null;
  const [first, second] = moved;
  const shift =
    first === undefined
      ? i18n.t('left where it was')
      : second === undefined
        ? i18n.t('moved {moved}', { moved: first })
        : i18n.t('moved {first} and {second}', { first, second });
  const parts = [shift, turned, lift(shiftZ)].filter((part) => part !== null);
  const sure =
    typeof confidence === 'number' ? i18n.t(' The match is {quality}.', { quality: qualityOf(confidence) }) : '';
  return i18n.t('The raster was {parts}; lengths are those of Web Mercator.{sure}', { parts: parts.join(', '), sure });
}

/** Null for what rounds to nothing. */
function figureOf(value: number, unit: 'm' | '°'): string | null {
  const text = formatFigure(Math.abs(value), unit);
  return text === formatFigure(0, unit) ? null : text;
}

function eastwards(metres: number): string | null {
  const text = figureOf(metres, 'm');
  if (text === null) return null;
  return metres > 0 ? i18n.t('{text} to the east', { text }) : i18n.t('{text} to the west', { text });
}

function northwards(metres: number): string | null {
  const text = figureOf(metres, 'm');
  if (text === null) return null;
  return metres > 0 ? i18n.t('{text} to the north', { text }) : i18n.t('{text} to the south', { text });
}

function turn(degrees: number): string | null {
  const text = figureOf(degrees, '°');
  if (text === null) return null;
  return degrees > 0
    ? i18n.t('turned by {text} counterclockwise', { text })
    : i18n.t('turned by {text} clockwise', { text });
}

function lift(metres: unknown): string | null {
  if (typeof metres !== 'number' || metres === 0) return null;
  return metres > 0 ? i18n.t('raised in height') : i18n.t('lowered in height');
}

/** @param confidence 0 to 1: the share of compared places that agree, less where there are few */
function qualityOf(confidence: number): string {
  const share = formatFigure(confidence, 'share');
  if (confidence >= 0.7) return i18n.t('good (confidence {share})', { share });
  return confidence >= 0.4
    ? i18n.t('fair (confidence {share}): compare it with the reference', { share })
    : i18n.t('poor (confidence {share}): do not rely on it', { share });
}
