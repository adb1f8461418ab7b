import type { Input, RouteName } from '../../../api/routes.ts';
import { routeAddress, tokenOfLink } from './addresses.ts';
import type { AnswerTo } from './answers.ts';
import { ApiError, errorFromAnswer, UNREACHABLE } from './api-error.ts';
import { i18n } from '../languages/i18n.ts';
import { inLanguage } from './in-language.ts';

type Sending = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** A status that is an answer although it is no success, for instance 503 of the health report. */
  readonly readable?: number;
};

/** Input of a route and how it is sent. A form may take the place of the JSON body. */
type Call<R extends RouteName> = Sending & {
  /** Adds the secret of the share link that opened the page. */
  readonly byLink?: true;
} & InputOf<R>;

type InputOf<R extends RouteName> = R extends RouteName
  ? { readonly [K in keyof Input<R>]: K extends 'body' ? Input<R>[K] | FormData : Input<R>[K] }
  : never;

/** A call of any route, its types checked already. */
type AnyCall = Sending & Parameters<typeof routeAddress>[1] & { readonly body?: unknown };

/** A part of a long list. `next` is what `after` has to be for the part behind it; null at the end. */
export type Page<T> = { readonly items: readonly T[]; readonly next: string | null };

/**
 * Calls a route of the service. Types of input and answer follow from the OpenAPI document. Same origin, credentials in
 * the HttpOnly cookie, JSON both ways. Answers without a body give `undefined`. Throws `ApiError`; an abort is thrown as
 * the browser's own `AbortError`.
 */
export async function call<R extends RouteName>(route: R, options: Call<R>): Promise<AnswerTo<R>>;
export async function call(route: RouteName, options: AnyCall): Promise<unknown> {
  return (await callWithHeaders(route, options)).value;
}

/** As `call`, for a list that comes in parts. */
export async function callPage<R extends RouteName>(
  route: R,
  options: Call<R>,
): Promise<Page<AnswerTo<R> extends readonly (infer T)[] ? T : never>>;
export async function callPage(route: RouteName, options: AnyCall): Promise<{ items: unknown; next: string | null }> {
  const { value, headers } = await callWithHeaders(route, options);
  return { items: value, next: nextAfter(headers.get('link')) };
}

/** As `call`, with what `after` has to be for the part behind this one: for lists that are no arrays. */
export async function callWithNext<R extends RouteName>(
  route: R,
  options: Call<R>,
): Promise<{ readonly value: AnswerTo<R>; readonly next: string | null }>;
export async function callWithNext(
  route: RouteName,
  options: AnyCall,
): Promise<{ value: unknown; next: string | null }> {
  const { value, headers } = await callWithHeaders(route, options);
  return { value, next: nextAfter(headers.get('link')) };
}

async function callWithHeaders(route: RouteName, { path, query, byLink, ...rest }: AnyCall): Promise<Answered> {
  const method = route.slice(0, route.indexOf(' '));
  // In an address the service takes the secret of a link on GET alone.
  const token = byLink && method !== 'GET' ? tokenOfLink() : undefined;
  if (token !== undefined && !FITS_HEADER.test(token)) throw new ApiError(401, badLink());
  const address = routeAddress(route, { path, query, byLink: token === undefined ? byLink : undefined });
  const headers = token === undefined ? rest.headers : { ...rest.headers, authorization: `Bearer ${token}` };
  const answer = await request(address, { method, ...rest, ...(headers && { headers }) });
  return { ...answer, value: await inLanguage(route, answer.value) };
}

/** Browsers send no header with other letters, which no secret has: the address was typed, or changed on its way. */
const FITS_HEADER = /^[\x21-\x7e]+$/;
const badLink = (): string =>
  i18n.t(
    'The address of this page holds letters that no link has, so the service would not know it. Open the link again as you got it.',
  );

/** The `after` of a `Link` header's next page. */
export function nextAfter(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'http://localhost').searchParams.get('after');
}

type Answered = { readonly value: unknown; readonly headers: Headers };

/** A call of any address. */
export async function request(
  address: string,
  { method, body, headers, signal, readable }: Sending & { readonly method: string; readonly body?: unknown },
): Promise<Answered> {
  const isForm = body instanceof FormData;
  const response = await send(address, {
    method,
    credentials: 'same-origin',
    headers: { ...(body === undefined || isForm ? { accept: 'application/json' } : JSON_HEADERS), ...headers },
    body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  const text = await response.text();
  if (!response.ok && response.status !== readable) throw await errorFromAnswer(response.status, text);
  return { value: text === '' ? undefined : JSON.parse(text), headers: response.headers };
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/** `fetch` whose failure to get any answer is an error in words. */
export async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, UNREACHABLE);
  }
}
