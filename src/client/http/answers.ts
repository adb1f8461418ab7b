import { ClientError, EXIT } from '../client-error.ts';

/** @throws ClientError for what is no JSON */
export function parsedJson(text: string, server: URL): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ClientError(`${server.href} answered something else than JSON. Is it an Alidade server?`, EXIT.failed, {
      cause,
    });
  }
}

/** Query of the next page; undefined: this was the last. Of the address no more is taken: credentials do not go elsewhere. */
export function nextPage({ headers }: { readonly headers: Headers }): string | undefined {
  return /<[^>?]*\?([^>]*)>\s*;[^,]*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
}
