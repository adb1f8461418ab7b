import { ApiError, errorFromAnswer, UNREACHABLE } from './api-error.ts';

type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** A status that is an answer although it is no success, for instance 503 of the health report. */
  readonly readable?: number;
};

/** A part of a long list. `next` is what `after` has to be for the part behind it; null at the end. */
export type Page<T> = { readonly items: readonly T[]; readonly next: string | null };

/**
 * The one way from the pages to the service. Same origin, credentials in the HttpOnly cookie, JSON both ways.
 * Answers without a body give `undefined`. Throws `ApiError`; an abort is thrown as the browser's own `AbortError`.
 */
export async function call<T>(address: string, call: Call = {}): Promise<T> {
  return valueOf<T>(await answered(address, call));
}

/** As `call`, for a list that comes in parts. */
export async function callPage<T>(address: string, call: Call = {}): Promise<Page<T>> {
  const answer = await answered(address, call);
  return { items: valueOf<readonly T[]>(answer), next: nextAfter(answer.link) };
}

/** The `after` of a `Link` header's next page. */
export function nextAfter(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'http://localhost').searchParams.get('after');
}

type Answer = { readonly text: string; readonly link: string | null };

async function answered(
  address: string,
  { method = 'GET', json, form, headers, signal, readable }: Call,
): Promise<Answer> {
  const response = await send(address, {
    method,
    credentials: 'same-origin',
    headers: { ...(json === undefined ? { accept: 'application/json' } : JSON_HEADERS), ...headers },
    body: json === undefined ? (form ?? null) : JSON.stringify(json),
    signal: signal ?? null,
  });
  const text = await response.text();
  if (!response.ok && response.status !== readable) throw errorFromAnswer(response.status, text);
  return { text, link: response.headers.get('link') };
}

const valueOf = <T>({ text }: Answer): T => (text === '' ? undefined : JSON.parse(text)) as T;

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
