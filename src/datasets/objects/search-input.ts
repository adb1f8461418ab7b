import Type, { type Static } from 'typebox';
import { fail } from '../../errors/index.ts';
import { readBox } from '../entries/box-input.ts';
import { MAX_WORDS, type EntryFilter } from '../entries/entry-filter.ts';
import { askedFolder } from '../entries/entry-path.ts';
import { pageFields, pathField, readType, readTypes, typeField, typesField } from './fields.ts';

/** When and where entries were taken. */
export const partFields = {
  from: Type.Optional(
    Type.String({ maxLength: 64, description: 'Taken at this moment or later (RFC 3339); else the time of the file' }),
  ),
  to: Type.Optional(Type.String({ maxLength: 64, description: 'Taken at this moment or earlier' })),
  bbox: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'west,south,east,north in degrees; west above east crosses the antimeridian',
    }),
  ),
};

/** What a client searches by; all that is given must hold. */
export const searchInput = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'Pattern of the name, * for any characters and ? for one, in any letter case. Empty: every name',
    }),
  ),
  path: Type.Optional(pathField),
  recursive: Type.Optional(Type.Boolean({ default: true, description: 'Also in folders of the folder' })),
  type: Type.Optional(typeField),
  types: Type.Optional(typesField),
  ...partFields,
  text: Type.Optional(
    Type.String({
      maxLength: 512,
      description: `Words that the texts of the properties hold, all of them; at most ${MAX_WORDS}`,
    }),
  ),
  ...pageFields,
});

/** @throws `invalid-input` for paths, dates and boxes that are none */
export function filterOf(input: Static<typeof searchInput>): EntryFilter {
  const { query, path, recursive, text } = input;
  return {
    glob: query,
    folder: askedFolder(path),
    recursive,
    types: bothOf(readType(input.type), readTypes(input.types)),
    ...partOf(input),
    words: text,
  };
}

/** @throws `invalid-input` for dates and boxes that are none */
export function partOf({ from, to, bbox }: PartInput): Pick<EntryFilter, 'from' | 'to' | 'bbox'> {
  const [since, until] = [momentOf('from', from), momentOf('to', to)];
  if (since && until && since > until) throw fail('invalid-input', 'from must not be later than to.');
  return { from: since, to: until, bbox: bbox === undefined ? undefined : readBox(bbox) };
}

type PartInput = Pick<Static<typeof searchInput>, 'from' | 'to' | 'bbox'>;

/** The types that both of two conditions allow; undefined for any. */
function bothOf(one: number | undefined, several: readonly number[] | undefined): readonly number[] | undefined {
  if (one === undefined) return several;
  return several === undefined || several.includes(one) ? [one] : [];
}

/** A day, or a moment with its offset from UTC. */
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/i;

function momentOf(field: string, input: string | undefined): Date | undefined {
  if (input === undefined) return undefined;
  // In an address a plus sign that was not encoded is a blank.
  const text = input.replace(' ', '+').toUpperCase();
  const moment = new Date(text);
  const [, year, month, day] = MOMENT.exec(text) ?? [];
  // By itself a 31 February would become a 3 March.
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(day) <= daysInMonth && !Number.isNaN(moment.getTime())) return moment;
  throw fail('invalid-input', `${field} must be a moment such as 2026-05-01T10:00:00Z, or a day.`);
}
