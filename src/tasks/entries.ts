import type { Database } from '../database/index.ts';
import { checkEntryPath, entryReading, type EntryRow } from '../datasets/index.ts';
import { fail, type ServiceError } from '../errors/index.ts';
import { refuseParameter } from './refuse-parameter.ts';
import type { TaskEntries } from './tool.ts';

/** Entries read by one statement. */
const PAGE = 1000;

/** Entries of a dataset, for tools. @param parameters of the task: an error about a path names the one that has it */
export function taskEntries(
  db: Database,
  datasetId: string,
  parameters: Readonly<Record<string, unknown>> = {},
): TaskEntries {
  const find = (path: string): Promise<EntryRow | undefined> => entryReading.find(db, datasetId, checkEntryPath(path));
  const tree = async function* (path: string): AsyncGenerator<EntryRow> {
    for (let after: string | undefined; ;) {
      const page = await entryReading.below(db, datasetId, { path, after, limit: PAGE });
      yield* page;
      if (page.length < PAGE) return;
      after = page.at(-1)!.path;
    }
  };
  const refused = (path: string, message: string): ServiceError => {
    const place = placeOf(path, parameters);
    return place === undefined ? fail('invalid-input', message) : refuseParameter(place, message);
  };
  return {
    find,
    async require(path, types) {
      const entry = await find(path);
      if (entry === undefined) throw refused(path, `There is no entry ${path} in the dataset.`);
      if (types && !types.includes(entry.type)) throw refused(path, `${path} is of no type that this tool works with.`);
      return entry;
    },
    async *below(paths) {
      if (paths.length === 0) yield* tree('');
      else for (const path of outermost(paths.map(checkEntryPath))) yield* tree(path);
    },
  };
}

/** Where a path stands among parameters: `path`, `paths/3`. */
function placeOf(path: string, parameters: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(parameters)) {
    if (value === path) return name;
    if (Array.isArray(value) && value.includes(path)) return `${name}/${value.indexOf(path)}`;
  }
  return undefined;
}

/** Paths that lie in none of the others, each once, in order. */
function outermost(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  const isInside = (path: string): boolean =>
    path.split('/').some((_, depth, names) => depth > 0 && all.has(names.slice(0, depth).join('/')));
  return [...all].filter((path) => !isInside(path)).sort();
}
