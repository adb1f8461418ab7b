import { formatFigure } from '../../tasks/result/figure.ts';

type Facts = Readonly<Record<string, unknown>>;

/** What became of a raster that was aligned, in a sentence; undefined of facts that do not tell it. */
export function alignSentence({ tx, ty, thetaDeg, confidence, shiftZ }: Facts): string | undefined {
  if (typeof tx !== 'number' || typeof ty !== 'number') return undefined;
  const moved = [along(tx, 'east', 'west'), along(ty, 'north', 'south')].filter((part) => part !== '');
  const turned = typeof thetaDeg === 'number' ? turn(thetaDeg) : '';
  const raised = typeof shiftZ === 'number' && shiftZ !== 0 ? `${shiftZ > 0 ? 'raised' : 'lowered'} in height` : '';
  const shift = moved.length === 0 ? 'left where it was' : `moved ${moved.join(' and ')}`;
  const parts = [shift, turned, raised].filter((part) => part !== '');
  const sure = typeof confidence === 'number' ? ` The match is ${qualityOf(confidence)}.` : '';
  return `The raster was ${parts.join(', ')}; lengths are those of Web Mercator.${sure}`;
}

function along(metres: number, positive: string, negative: string): string {
  const text = formatFigure(Math.abs(metres), 'm');
  return text === formatFigure(0, 'm') ? '' : `${text} to the ${metres > 0 ? positive : negative}`;
}

function turn(degrees: number): string {
  const text = formatFigure(Math.abs(degrees), '°');
  return text === formatFigure(0, '°') ? '' : `turned by ${text} ${degrees > 0 ? 'counterclockwise' : 'clockwise'}`;
}

/** @param confidence 0 to 1: the share of compared places that agree, less where there are few */
function qualityOf(confidence: number): string {
  const share = formatFigure(confidence, 'share');
  if (confidence >= 0.7) return `good (confidence ${share})`;
  return confidence >= 0.4
    ? `fair (confidence ${share}): compare it with the reference`
    : `poor (confidence ${share}): do not rely on it`;
}
