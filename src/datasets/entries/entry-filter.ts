import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { isIndexed, likeOfGlob, likeOfPart } from './entry-glob.ts';
import { fold } from './search-columns.ts';

/** West, south, east, north in degrees; west above east crosses the antimeridian. */
export type BoundingBox = readonly [number, number, number, number];

/** What entries are searched by; what is absent is not looked at. All must hold. */
export interface EntryFilter {
  /** Pattern of the name (the last part of the path) with `*` and `?`, in any letter case. */
  readonly glob?: string | undefined;
  /** Folder they are in; empty is the root. */
  readonly folder?: string | undefined;
  /** Whether they may be deeper in the folder (the default) or must be directly in it. */
  readonly recursive?: boolean | undefined;
  readonly types?: readonly number[] | undefined;
  /** Capture time, else the time of the file: from this moment on. Folders have none. */
  readonly from?: Date | undefined;
  /** … until this moment, included. */
  readonly to?: Date | undefined;
  readonly bbox?: BoundingBox | undefined;
  /** Words, divided by blanks, that the texts of the properties all hold as parts, in any letter case. */
  readonly words?: string | undefined;
  /** Only what has a place, or only what has none. */
  readonly placed?: boolean | undefined;
  readonly paths?: readonly string[] | undefined;
}

/** Most words of a search; more nobody types. */
export const MAX_WORDS = 8;

type Condition = RawBuilder<unknown>;

/** Conditions on `entries`, by how they can be found. */
export interface Conditions {
  /** Those an index answers in the order of paths. */
  readonly walked: readonly Condition[];
  /** Those with indexes of their own, which know no order of paths. */
  readonly picked: readonly Condition[];
  /** Whether one of these indexes narrows it down: a pattern without three letters in a row is in none. */
  readonly indexed: boolean;
  /** Whether one of these indexes finds entries of all datasets at once: those of time and name begin with the dataset. */
  readonly acrossDatasets: boolean;
}

/** @throws `invalid-input` for a glob that is too long, and for too many words */
export function conditionsOf(filter: EntryFilter): Conditions {
  const { types, placed, paths } = filter;
  const [names, words, times, boxes] = [named(filter), worded(filter), timed(filter), boxed(filter)];
  const typed = types === undefined ? [] : [sql`entries.type = any(${[...types]}::smallint[])`];
  // There are indexes in the order of paths for one type, and for what has a place; several types are found one by one.
  const oneType = types?.length === 1;
  const severalTypes = oneType ? [] : typed;
  return {
    walked: [
      ...inFolder(filter),
      ...(oneType ? [sql`entries.type = ${types[0]}::smallint`] : []),
      ...(placed === undefined ? [] : [placed ? sql`entries.bounds is not null` : sql`entries.bounds is null`]),
      ...(paths === undefined ? [] : [sql`entries.path = ${anyOf(paths, 'text')}`]),
    ],
    picked: [...severalTypes, ...names, ...words, ...times, ...boxes],
    indexed:
      [...severalTypes, ...times, ...boxes].length > 0 ||
      isIndexed(filter.glob ?? '') ||
      wordsOf(filter).some((word) => isIndexed(`*${word}*`)),
    acrossDatasets: [...names, ...words, ...boxes].length > 0,
  };
}

/** Everything below a folder sorts between `folder/` and `folder0`, 0 being the character behind the slash. */
function inFolder({ folder = '', recursive = true }: EntryFilter): Condition[] {
  if (!recursive) return [sql`entries.parent = ${folder}`];
  if (folder === '') return [];
  return [sql`entries.path > ${`${folder}/`}`, sql`entries.path < ${`${folder}0`}`];
}

function named({ glob }: EntryFilter): Condition[] {
  const pattern = glob === undefined ? undefined : likeOfGlob(glob);
  if (glob === undefined || pattern === undefined) return [];
  // A whole name has few entries in an index of its own, while all of its letter triples may be those of every name.
  return [/[*?]/.test(glob) ? sql`entries.name like ${pattern}` : sql`entries.name = ${fold(glob)}`];
}

function worded(filter: EntryFilter): Condition[] {
  const words = wordsOf(filter);
  if (words.length > MAX_WORDS)
    throw fail('invalid-input', `text must hold at most ${MAX_WORDS} words; this one holds ${words.length}.`);
  return words.map((word) => sql`entries.words like ${likeOfPart(word)}`);
}

const wordsOf = ({ words = '' }: EntryFilter): string[] => words.split(/\s+/).filter((word) => word !== '');

function timed({ from, to }: EntryFilter): Condition[] {
  const known = sql`entries.hash is not null`;
  return [
    ...(from || to ? [known] : []),
    ...(from ? [sql`entries.taken_at >= ${from}`] : []),
    ...(to ? [sql`entries.taken_at <= ${to}`] : []),
  ];
}

function boxed({ bbox }: EntryFilter): Condition[] {
  if (bbox === undefined) return [];
  const [west, south, east, north] = bbox;
  const meets = (low: number, high: number) =>
    sql`entries.bounds && box(point(${low}::float8, ${south}::float8), point(${high}::float8, ${north}::float8))`;
  return [west > east ? sql`(${meets(west, 180)} or ${meets(-180, east)})` : meets(west, east)];
}
