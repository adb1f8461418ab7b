import type { RouteName } from '../../../../api/routes.ts';
import { LANGUAGE } from '../language.ts';
import namesDe from './names.de.po';
import problemsDe from './problems.de.po';
import { remembering } from './remembering.ts';
import { readTranslations, translate } from './translations.ts';

/** Catalogues of what the service says, by language. */
const FILES: Readonly<Record<string, { readonly names: string; readonly problems: string }>> = {
  de: { names: namesDe, problems: problemsDe },
};

/** `names` is what is in lists and forms, `problems` what went wrong. */
type Catalogue = 'names' | 'problems';

/** Members of answers that the service has worded, by the catalogue they are in. */
type Worded = Partial<Readonly<Record<Catalogue, readonly string[]>>>;

const TASK: Worded = { names: ['phaseMessage', 'phase'], problems: ['errorText'] };
const BUILD: Worded = { names: ['phaseMessage'], problems: ['errorMessage'] };
const ENTRY: Worded = { problems: ['buildError', 'warning'] };

/** What the service words in the answers of its routes and in its events. All else comes from people, files or this page. */
export const WORDED: Readonly<Partial<Record<RouteName | 'problem' | 'build' | 'task', Worded>>> = {
  problem: { problems: ['error'] },
  build: BUILD,
  task: TASK,
  'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/tools': { names: ['title', 'description', 'x-choices', 'disabledMessage'] },
  'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks': TASK,
  'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}': TASK,
  'GET /sys/tasks': TASK,
  'GET /sys/jobs/{id}': { names: ['phase'], problems: ['errorText', 'message', 'errors'] },
  'GET /orgs/{orgSlug}/ds/{dsSlug}/builds': BUILD,
  'GET /orgs/{orgSlug}/ds/{dsSlug}/builds/{jobId}': BUILD,
  'GET /orgs/{orgSlug}/ds/{dsSlug}/list': ENTRY,
  'GET /orgs/{orgSlug}/ds/{dsSlug}/obj': ENTRY,
  'POST /orgs/{orgSlug}/ds/{dsSlug}/search': ENTRY,
  'GET /health': { problems: ['description'] },
  'GET /sys/config': { names: ['title', 'description'] },
};

/** Members that hold what people and files say. */
const NOT_WORDED: ReadonlySet<string> = new Set(['params', 'facts', 'default', 'examples', 'const', 'enum', 'data']);

/** Members that hold texts by keys of their own. */
const BY_KEY: ReadonlySet<string> = new Set(['x-choices', 'errors']);

/** Says a text of the service in the language of the page. */
type Say = (text: string) => string;

const loading = new Map<Catalogue, Promise<Say | null>>();

function catalogueOf(name: Catalogue): Promise<Say | null> {
  const known = loading.get(name) ?? load(FILES[LANGUAGE]?.[name]);
  loading.set(name, known);
  return known;
}

async function load(address: string | undefined): Promise<Say | null> {
  if (address === undefined) return null;
  try {
    const response = await fetch(address);
    if (!response.ok) return null;
    const known = readTranslations((await response.json()) as Record<string, string>);
    return remembering((text) => translate(text, known));
  } catch {
    // English words are of more use than none.
    return null;
  }
}

/** What the service answered to a route, or sent as an event, with its words in the language of the page. */
export async function translated<T>(what: string, value: T): Promise<T> {
  const worded = (WORDED as Readonly<Record<string, Worded | undefined>>)[what];
  if (worded === undefined) return value;
  let written: unknown = value;
  for (const name of ['names', 'problems'] as const) {
    const members = worded[name];
    // A list without a word of it needs no catalogue.
    if (members === undefined || !hasWords(value, new Set(members))) continue;
    const say = await catalogueOf(name);
    if (say !== null) written = reworded(written, new Set(members), say);
  }
  return written as T;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function hasWords(value: unknown, members: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((item) => hasWords(item, members));
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([name, member]) =>
      !NOT_WORDED.has(name) &&
      (members.has(name) && member !== null && member !== '' ? true : isObject(member) && hasWords(member, members)),
  );
}

function reworded(value: unknown, members: ReadonlySet<string>, say: Say): unknown {
  if (Array.isArray(value)) return value.map((item) => reworded(item, members, say));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (NOT_WORDED.has(name)) return [name, member];
      return [name, members.has(name) ? said(name, member, members, say) : reworded(member, members, say)];
    }),
  );
}

function said(name: string, member: unknown, members: ReadonlySet<string>, say: Say): unknown {
  if (typeof member === 'string') return say(member);
  if (!isObject(member) || !BY_KEY.has(name)) return reworded(member, members, say);
  return Object.fromEntries(
    Object.entries(member).map(([key, text]) => [key, typeof text === 'string' ? say(text) : text]),
  );
}
