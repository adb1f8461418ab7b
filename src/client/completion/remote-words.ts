import type { CommandContext } from '../context.ts';
import { datasetsOf, organizationsOf } from '../commands/datasets.ts';
import { isFolder, listFolder } from '../http/entries.ts';
import { parsePlace } from '../places.ts';

/** The tab key must not wait longer. */
const LIMIT_MS = 1500;
/** More than this fits on no screen. */
const MAX_WORDS = 200;

/** Places on the server that begin like a word: organizations, datasets, paths. Nothing when it does not answer in time. */
export async function remoteWords(context: CommandContext, begun: string): Promise<readonly string[]> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LIMIT_MS)]);
  const found: string[] = [];
  try {
    for await (const word of wordsLike(context, begun, signal)) {
      if (word.startsWith(begun)) found.push(word);
      if (found.length >= MAX_WORDS) break;
    }
  } catch {
    // A shell that completes shows no messages; the command itself will tell.
  }
  return found;
}

async function* wordsLike(context: CommandContext, begun: string, signal: AbortSignal): AsyncGenerator<string> {
  const colon = begun.indexOf(':');
  if (colon === -1) {
    const [organization, dataset] = begun.split('/');
    const server = await context.connection();
    if (dataset === undefined) {
      for (const slug of await organizationsOf(server, signal)) yield `${slug}/`;
      return;
    }
    for await (const { slug } of datasetsOf(server, organization!, signal)) yield `${organization}/${slug}`;
    return;
  }
  const place = parsePlace(begun.slice(0, colon));
  const written = begun.slice(colon + 1);
  const parent = written.slice(0, Math.max(0, written.lastIndexOf('/')));
  const server = await context.connection(place.server);
  for await (const entry of listFolder(server, place.dataset, parent, signal))
    yield `${begun.slice(0, colon)}:${entry.path}${isFolder(entry) ? '/' : ''}`;
}
