import { ApiError, errorFromAnswer, UNREACHABLE } from './api-error.ts';

type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly form?: FormData;
  readonly signal?: AbortSignal;
  /** A status that is an answer although it is no success, for instance 503 of the health report. */
  readonly readable?: number;
};

/**
 * The one way from the pages to the service. Same origin, credentials in the HttpOnly cookie, JSON both ways.
 * Answers without a body give `undefined`. Throws `ApiError`; an abort is thrown as the browser's own `AbortError`.
 */
export async function call<T>(
  address: string,
  { method = 'GET', json, form, signal, readable }: Call = {},
): Promise<T> {
  const response = await send(address, {
    method,
    credentials: 'same-origin',
    headers: json === undefined ? { accept: 'application/json' } : JSON_HEADERS,
    body: json === undefined ? (form ?? null) : JSON.stringify(json),
    signal: signal ?? null,
  });
  const text = await response.text();
  if (!response.ok && response.status !== readable) throw errorFromAnswer(response.status, text);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, UNREACHABLE);
  }
}
