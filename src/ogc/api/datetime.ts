import type { Filter } from '../../kinds/vector/index.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';

/** RFC 3339, 5.6; days are understood as well. Seconds of 60 are of leap seconds, which no calendar here has. */
const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/i;
const DAY_LENGTH = 10;
const DAY_MS = 86_400_000;

/** The attribute that `datetime` is about: the first that holds dates or times. Undefined for a layer without one. */
export const timeColumn = ({ content }: VectorLayer): string | undefined =>
  content.columns.find(({ type }) => /^(?:DATE|DATETIME|TIMESTAMP)\b/i.test(type))?.name;

/**
 * The features of an instant or an interval (`a`, `a/b`, `a/..`, `../b`), and those without a time. Undefined where all match
 * because the layer has no times.
 *
 * @throws InvalidParameterValue
 */
export function readDatetime(text: string, layer: VectorLayer): Filter | undefined {
  const [from, to, ...more] = text.split('/');
  const isOpen = (end: string): boolean => end === '' || end === '..';
  const [start, end] = to === undefined ? [from!, from!] : [from!, to];
  if (more.length > 0 || (isOpen(start) && isOpen(end))) throw invalid(text);
  for (const moment of [start, end]) if (!isOpen(moment) && !isMoment(moment)) throw invalid(text);
  if (!isOpen(start) && !isOpen(end) && Date.parse(start) > Date.parse(end))
    throw failOgc('InvalidParameterValue', `The interval ${quoteInput(text)} ends before it begins.`, 'datetime');
  const property = timeColumn(layer);
  if (property === undefined) return undefined;
  const value = { property } as const;
  const holdsDays = layer.content.columns.some(({ name, type }) => name === property && /^DATE\b/i.test(type));
  // A day holds all the instants in it.
  const moment = (of: string): { moment: string } => ({ moment: holdsDays ? dayOf(of) : of });
  const bounds: Filter[] = [];
  if (!isOpen(start)) bounds.push({ op: '>=', left: value, right: moment(start) });
  if (!isOpen(end) && (end.length > DAY_LENGTH || holdsDays))
    bounds.push({ op: '<=', left: value, right: moment(end) });
  else if (!isOpen(end)) bounds.push({ op: '<', left: value, right: { moment: dayAfter(end) } });
  return {
    op: 'or',
    args: [
      { op: 'null', value },
      { op: 'and', args: bounds },
    ],
  };
}

/** Whether it is a moment of the calendar: there is no 30th of February. */
function isMoment(text: string): boolean {
  const [, year, month, day] = MOMENT.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) && Number(year) > 0;
}

const dayOf = (moment: string): string => new Date(moment).toISOString().slice(0, DAY_LENGTH);
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, DAY_LENGTH);

const invalid = (text: string): Error =>
  failOgc(
    'InvalidParameterValue',
    `datetime is an instant such as 2020-01-31T12:00:00Z, or two with a slash between of which one may be “..”; not ${quoteInput(text)}.`,
    'datetime',
  );
