import type { Caller } from '../access/index.ts';
import { createLimiter } from '../concurrency/index.ts';
import { fail } from '../errors/index.ts';
import { datasetsWithPlace, withExtents, type ExtentsPage, type WantedExtents } from './dataset-extents.ts';
import type { FileEffort } from './file-reach.ts';
import { findFiles } from './files.ts';
import type { Placed, Wanted } from './found.ts';
import { datasetsAt, type Extents } from './places.ts';
import { KINDS, type Kind, type Question } from './question.ts';
import { findDatasets, findOrganizations } from './things.ts';
import { inSteps, withinTime, type SearchedDatabase } from './time-limit.ts';

export interface Search {
  /** What the caller may find and is asked for: organizations, then datasets, then files, the best matches of each first. */
  find(caller: Caller | undefined, question: Question, wanted: Wanted, signal: AbortSignal): Promise<Placed[]>;
  /** What the datasets cover that the caller may find, page by page. */
  extents(caller: Caller | undefined, wanted: WantedExtents, signal: AbortSignal): Promise<ExtentsPage>;
}

export interface SearchEffort extends FileEffort {
  /** Time of one search from its turn on, in milliseconds. */
  readonly ms: number;
}

/**
 * Five seconds are longer than anybody waits while he types, and enough for walking over a million entries. Twenty thousand
 * entries take some hundredths of a second, in which nobody else asks the embedded database.
 */
const EFFORT: SearchEffort = {
  ms: 5000,
  firstWalk: 1000,
  mostGathered: 20_000,
  gatherMs: 1000,
  mostEmbedded: 200_000,
  step: 20_000,
  mostWalked: 100_000,
};

/** Each holds a connection, of which a process has four to ten: all else goes on beside the searches of anybody. */
const AT_ONCE = 2;
const WAITING = 20;

const TOO_MANY_PLACES =
  'To find what the datasets cover took too long. Ask for fewer (limit), for those of one organization (orgSlug), or try again.';

export function createSearch(database: SearchedDatabase, extents: Extents, effort = EFFORT): Search {
  const limiter = createLimiter(AT_ONCE, WAITING, () =>
    fail('busy', 'Too many searches run at the same time. Try again in some seconds.'),
  );
  const find: Search['find'] = async (caller, question, { after, limit }, signal) => {
    const time = { end: performance.now() + effort.ms, signal };
    const isLimitedToPath = (caller?.scope?.path ?? '') !== '';
    if (question.box !== undefined) {
      if ((question.kind ?? 'dataset') !== 'dataset' || isLimitedToPath) return [];
      const { box } = question;
      // Outside of a transaction: extents are computed over connections of their own.
      const ids = await inSteps(database.db, time, (steps) => datasetsAt(steps, extents, caller, box));
      return withinTime(database, time, (ask) => findDatasets(ask, caller, question, { after, limit }, ids));
    }
    return withinTime(database, time, async (ask) => {
      const found: Placed[] = [];
      for (const kind of kindsFrom(question.kind, after?.kind)) {
        if (found.length >= limit) break;
        await ask.next();
        // A token for a path shows what lies there, and not what that is in.
        if (kind !== 'file' && isLimitedToPath) continue;
        const wanted = { after: after?.kind === kind ? after : undefined, limit: limit - found.length };
        if (kind === 'file') found.push(...(await findFiles(ask, caller, question, wanted, effort)));
        else if (kind === 'dataset') found.push(...(await findDatasets(ask, caller, question, wanted)));
        else found.push(...(await findOrganizations(ask, caller, question, wanted)));
      }
      return found;
    });
  };
  const listExtents: Search['extents'] = async (caller, wanted, signal) => {
    if ((caller?.scope?.path ?? '') !== '') return { datasets: [], next: null };
    const time = { end: performance.now() + effort.ms, signal, words: TOO_MANY_PLACES };
    const rows = await withinTime(database, time, ({ db }) => datasetsWithPlace(db, caller, wanted));
    // Outside of the transaction, as above.
    return inSteps(database.db, time, (steps) => withExtents(steps, extents, rows, wanted.limit));
  };
  return {
    find: (caller, question, wanted, signal) => limiter.run(() => find(caller, question, wanted, signal), signal),
    extents: (caller, wanted, signal) => limiter.run(() => listExtents(caller, wanted, signal), signal),
  };
}

const kindsFrom = (asked: Kind | null, first: Kind | undefined): readonly Kind[] =>
  KINDS.slice(first === undefined ? 0 : KINDS.indexOf(first)).filter((kind) => asked === null || kind === asked);
