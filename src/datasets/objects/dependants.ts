import { sql, type RawBuilder } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import { dependantsOf, type Dependants, needsOf } from '../../formats/index.ts';
import { ancestorsOf, baseName, parentOf } from '../entries/entry-path.ts';
import { inDataset } from './neighbours.ts';

/** A file or folder that came, changed, moved or went. */
export interface Change {
  readonly path: string;
  /** Whether what lies at the path, a whole folder perhaps, has to be inspected as well; false for an uploaded file. */
  readonly itself: boolean;
}

/** Changes of what lies at paths, files or whole folders. */
export const allAt = (paths: readonly string[]): Change[] => paths.map((path) => ({ path, itself: true }));

/** Files that may need others: by the index of migration 0013, whose condition this is, word for word. */
export const MAY_NEED = sql<boolean>`hash is not null and name ~ '\\.(shp|obj|gltf|glb|ply)$'`;

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
  const changed = new Map(changes.map(({ path, itself }) => [path, itself]));
  const pick = (files: readonly NeedingFile[]): string[] =>
    files.filter((file) => dependsOn(file, changed)).map(({ path }) => path);
  if (changes.length <= MOST_BY_INDEX && changes.every(isNamedByFew)) {
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

/** Uploaded files whose dependants are asked for by name at once; each is some ten names. */
const MOST_BY_INDEX = 16;

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
  return changes.every(isNamedByFew) ? some(namesAny(changes.map(({ path }) => path))) : some(sql<boolean>`true`);
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

/** What a file may be called by one in a folder above it, or beside one above it. */
function spellings(path: string): string[] {
  const parts = path.split('/');
  const down = parts.map((_, index) => parts.slice(index).join('/'));
  const up = Array.from({ length: MOST_STEPS_UP }, (_, index) => '../'.repeat(index + 1));
  return [...down, ...up.flatMap((steps) => down.map((name) => steps + name))];
}

/** Whether a file changed itself, with a folder perhaps, or names what did. */
function dependsOn({ path, missing, present }: NeedingFile, changed: ReadonlyMap<string, boolean>): boolean {
  if (changed.get(path) === true || ancestorsOf(path).some((folder) => changed.has(folder))) return true;
  const names = [...needsOf(baseName(path)), ...textsOf(missing), ...textsOf(present)];
  return names
    .flatMap((name) => inDataset(parentOf(path), name))
    .some((needed) => changed.has(needed) || ancestorsOf(needed).some((folder) => changed.has(folder)));
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
