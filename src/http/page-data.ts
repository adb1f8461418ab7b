import type { FastifyRequest } from 'fastify';
import { TOKEN_COOKIE } from './credentials.ts';

/** Parts of an address that change nothing of the list of its folder. */
const OF_A_LIST: ReadonlySet<string> = new Set(['view', 'path', 'sort', 'as']);
/** As many entries as the page asks for first: web/src/api/entries.ts. */
const FIRST_ENTRIES = 200;

/**
 * Writes the tags by which a browser asks for the first data of a dataset's page while it loads the program. It asks with the
 * session of its person, as the page would; the document itself has no data. Visitors and links are left to the page.
 */
export function dataOfPage({ params, query, cookies }: FastifyRequest): string {
  const { orgSlug, dsSlug } = params as { readonly orgSlug: string; readonly dsSlug: string };
  const { token, view, path = '', ...others } = query as Readonly<Record<string, unknown>>;
  if (cookies[TOKEN_COOKIE] === undefined || token !== undefined) return '';
  const dataset = `/orgs/${encodeURIComponent(orgSlug)}/ds/${encodeURIComponent(dsSlug)}`;
  const addresses = ['/users/me', `${dataset}/ex`, '/sys/features'];
  const isList = view !== 'map' && typeof path === 'string' && Object.keys(others).every((it) => OF_A_LIST.has(it));
  if (isList) addresses.push(`${dataset}/list?path=${encodeURIComponent(path)}&amp;limit=${FIRST_ENTRIES}`);
  return addresses.map((it) => `<link rel="preload" as="fetch" crossorigin href="${it}">`).join('\n    ');
}
