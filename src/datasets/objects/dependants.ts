import { sql, type RawBuilder } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import { dependantsOf, type Dependants, isFoundByName, NAMED_ENDINGS, needsOf } from '../../inspection/index.ts';
import { ancestorsOf, baseName, parentOf } from '../entries/entry-path.ts';
import { fold, foldName } from '../entries/search-columns.ts';
import { inDataset } from './neighbours.ts';

/** A file or folder that came, changed, moved or went. */
export interface Change {
  readonly path: string;
  /** Whether what lies at the path, a whole folder perhaps, has to be inspected as well; false for an uploaded file. */
  readonly itself: boolean;
  /** Nothing lies at the path any more. */
  readonly isGone?: true;
}

/** Changes of what lies at paths, files or whole folders. */
export const allAt = (paths: readonly string[]): Change[] => paths.map((path) => ({ path, itself: true }));

/** The same of what was removed. */
export const goneFrom = (paths: readonly string[]): Change[] =>
  paths.map((path) => ({ path, itself: true, isGone: true }));

/** Ends of the folded names of files that may need others. */
const NEEDING = String.raw`\.(shp|obj|gltf|glb|ply|spz|splat|ksplat|sog)$`;
const NEEDING_NAME = new RegExp(NEEDING);

/** Files that may need others: by the index of migration 0034, whose condition this is, word for word. */
export const MAY_NEED = sql<boolean>`hash is not null and name ~ ${sql.lit(NEEDING)}`;

/** The same of a path. */
export const mayNeed = (path: string): boolean => NEEDING_NAME.test(foldName(path));

/** Whether a dataset has such a file: where it has none, no change of a file matters to another. */
export const hasNeeding = (datasetId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from entries where dataset_id = ${datasetId}::uuid and ${MAY_NEED})`;

/** Whether this is a companion by whose name the files that need it are found, whether or not the index knows of any. */
export const isNamedCompanion = (path: string): boolean => dependantsOf(path).some(({ byName }) => byName);

/** Lists of names in the properties of files that need others. */
const LISTS = ['missingDependencies', 'dependencies'] as const;
/** As many steps up are looked for in names: `../../textures/wall.jpg`. */
const MOST_STEPS_UP = 3;
/** Rows read by one statement: some milliseconds. */
export const PAGE = 500;

interface NeedingFile {
  readonly path: string;
  /** As its properties hold them, whatever that is. */
  readonly missing: unknown;
  readonly present: unknown;
}

const needingFiles = (db: Database, datasetId: string) =>
  db
    .selectFrom('entries')
    .select([
      'path',
      sql<unknown>`properties -> 'missingDependencies'`.as('missing'),
      sql<unknown>`properties -> 'dependencies'`.as('present'),
    ])
    .where('dataset_id', '=', datasetId)
    .where(MAY_NEED);

/**
 * Paths of the files that depend on changes, in pages: what is named by a rule or by the file itself, and what changed
 * itself. A few uploaded files are answered by indexes; otherwise all files that may need others are walked over.
 */
export async function* dependantPages(
  db: Database,
  datasetId: string,
  changes: readonly Change[],
): AsyncGenerator<readonly string[]> {
  yield* namedPages(db, datasetId, changes);
  const changed = new Map(changes.map(({ path, itself }) => [path, itself]));
  const folded = new Set(changes.map(({ path }) => fold(path)));
  const pick = (files: readonly NeedingFile[]): string[] =>
    files.filter((file) => dependsOn(file, changed, folded)).map(({ path }) => path);
  if (isAskedByIndex(changes)) {
    const namedBy = changes.map(({ path }) => path);
    return yield pick(await needingFiles(db, datasetId).where(namesAny(namedBy)).execute());
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const page: NeedingFile[] = await needingFiles(db, datasetId)
      .where('path', '>', from)
      .orderBy('path')
      .limit(PAGE)
      .execute();
    yield pick(page);
    after = page.length < PAGE ? undefined : page.at(-1)!.path;
  }
}

/** Those that are found by the names of their companions alone. */
async function* namedPages(
  db: Database,
  datasetId: string,
  changes: readonly Change[],
): AsyncGenerator<readonly string[]> {
  const findAll = async function* (paths: readonly string[], condition: typeof isAtOneOf) {
    for (let from = 0; from < paths.length; from += PAGE) {
      const files = await db
        .selectFrom('entries')
        .select('path')
        .where('dataset_id', '=', datasetId)
        .where(condition(paths.slice(from, from + PAGE)))
        .execute();
      if (files.length > 0) yield files.map(({ path }) => path);
    }
  };
  yield* findAll(namesOfNamed(changes), isAtOneOf);
  yield* findAll(namedThatMoved(changes), isTiedAtOneOf);
}

/** Whether an entry is a file at one of these paths. */
const isAtOneOf = (paths: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(hash is not null and path = ${anyOf(paths, 'text')})`;

/** Whether it is one that was understood with others, or has one beside it that may belong to it. Others are what they were wherever they go. */
const isTiedAtOneOf = (paths: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${isAtOneOf(paths)} and (companions <> '' or exists (
    select from unnest(${[...NAMED_ENDINGS]}::text[]) ending join entries beside
      on beside.dataset_id = entries.dataset_id and beside.hash is not null
      and beside.path = regexp_replace(entries.path, '[.][^./]*$', '') || ending)))`;

/** Entries found by name that came to where they are without having been inspected there. */
const namedThatMoved = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ path, itself, isGone }) => (itself && !isGone && isFoundByName(baseName(path)) ? [path] : []));

const namesOfNamed = (changes: readonly Change[]): string[] => [
  ...new Set(changes.flatMap(({ path }) => dependantsOf(path).flatMap((some) => (some.byName ? namedLike(some) : [])))),
];

/** Uploaded files whose dependants are asked for by name at once; each is some ten names. */
const MOST_BY_INDEX = 16;

const isAskedByIndex = (changes: readonly Change[]): boolean =>
  changes.length <= MOST_BY_INDEX && changes.every(isNamedByFew);

/** An uploaded file that no rule makes a companion of a whole folder. */
const isNamedByFew = ({ path, itself }: Change): boolean =>
  !itself && dependantsOf(path).every(({ stem }) => stem !== null);

/**
 * Whether a change can matter to any file of the dataset; as a condition, for one statement that costs a millisecond where
 * it does not.
 */
export function mayMatter(datasetId: string, changes: readonly Change[]): RawBuilder<boolean> {
  const some = (condition: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from entries where dataset_id = ${datasetId}::uuid and ${MAY_NEED} and ${condition})`;
  const walked = isAskedByIndex(changes) ? some(namesAny(changes.map(({ path }) => path))) : some(sql<boolean>`true`);
  const [names, moved] = [namesOfNamed(changes), namedThatMoved(changes)];
  const named = [
    ...(names.length === 0 ? [] : [isAtOneOf(names)]),
    ...(moved.length === 0 ? [] : [isTiedAtOneOf(moved)]),
  ];
  const found = named.map(
    (condition) => sql<boolean>`exists (select from entries where dataset_id = ${datasetId}::uuid and ${condition})`,
  );
  return sql<boolean>`(${sql.join([walked, ...found], sql` or `)})`;
}

/** Files that may name one of these files: by rule, or in one of their lists, by index. */
function namesAny(paths: readonly string[]): RawBuilder<boolean> {
  const byRule = paths.flatMap((path) => dependantsOf(path).flatMap(namedLike));
  const spelled = paths.flatMap(spellings);
  const byList = LISTS.map(
    (list) =>
      sql<boolean>`(properties ? ${sql.lit(list)} and (properties -> ${sql.lit(list)}) ?| ${[...new Set(spelled)]}::text[])`,
  );
  return sql<boolean>`(path = ${anyOf([...new Set(byRule)], 'text')} or ${sql.join(byList, sql` or `)})`;
}

function namedLike({ folder, stem, extensions }: Dependants): string[] {
  if (stem === null) return [];
  const start = folder === '' ? stem : `${folder}/${stem}`;
  return extensions.flatMap((extension) => [`${start}.${extension}`, `${start}.${extension.toUpperCase()}`]);
}

/**
 * What a file may be called by one in a folder above it, or beside one above it; also in small letters, as a file that lacks
 * it tells of one whose name differs by that.
 */
const spellings = (path: string): string[] => [path, ...inOtherCases(path)].flatMap(spellingsOf);

/** The path in small letters, and with an extension in the other case. */
function inOtherCases(path: string): readonly string[] {
  const dot = path.lastIndexOf('.') + 1;
  const [start, extension] = dot > path.lastIndexOf('/') + 1 ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
  const others = [path.toLowerCase(), start + extension.toLowerCase(), start + extension.toUpperCase()];
  return [...new Set(others)].filter((other) => other !== path);
}

function spellingsOf(path: string): string[] {
  const parts = path.split('/');
  const down = parts.map((_, index) => parts.slice(index).join('/'));
  const up = Array.from({ length: MOST_STEPS_UP }, (_, index) => '../'.repeat(index + 1));
  return [...down, ...up.flatMap((steps) => down.map((name) => steps + name))];
}

/** Whether a file changed itself, with a folder perhaps, or names what did. */
function dependsOn(
  { path, missing, present }: NeedingFile,
  changed: ReadonlyMap<string, boolean>,
  folded: ReadonlySet<string>,
): boolean {
  if (changed.get(path) === true || ancestorsOf(path).some((folder) => changed.has(folder))) return true;
  const pathsOf = (names: readonly string[]): string[] => names.flatMap((name) => inDataset(parentOf(path), name));
  const isChanged = (needed: string): boolean =>
    changed.has(needed) || ancestorsOf(needed).some((folder) => changed.has(folder));
  if (pathsOf([...needsOf(baseName(path)), ...textsOf(present)]).some(isChanged)) return true;
  // It tells of files whose names differ only by upper and lower case.
  const lacking = pathsOf(textsOf(missing));
  return lacking.some((needed) => isChanged(needed) || folded.has(fold(needed)));
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
