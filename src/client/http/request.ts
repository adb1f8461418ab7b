import type { Static, TSchema } from 'typebox';
import type { Answer, BodyOf, Input, RouteName } from '../../../api/routes.ts';
import type { Outgoing } from './exchange.ts';

type QueryValue = string | number | boolean | readonly string[];
export type RequestBody = NonNullable<RequestInit['body']> | AsyncIterable<Uint8Array>;

/** A request to any route. */
export interface AnyRequest {
  /** Method and path, as the OpenAPI document has them. */
  readonly route: RouteName;
  /** Values of the names in braces. */
  readonly path?: Readonly<Record<string, string>>;
  /** Members that are undefined are left out. */
  readonly query?: Readonly<Record<string, QueryValue | undefined>> | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Makes a body of another form, anew for each attempt. */
  readonly body?: () => RequestBody;
  readonly signal: AbortSignal;
  /** May be sent again when no answer came. Default: GET, HEAD. */
  readonly repeatable?: boolean;
  /** A file goes one way or the other: its bytes go as they are, and none of them stays in memory. */
  readonly isFile?: boolean;
}

/** Fields of which those that may be left out may also be undefined. */
type Fields<T> = { readonly [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** Users may name values that this version does not know. */
type Named<T> = { readonly [K in keyof T]: T[K] extends string | undefined ? string : T[K] };

/** A request to a route, with the input that it takes. */
export type ClientRequest<R extends RouteName> = Omit<AnyRequest, 'route' | 'path' | 'query' | 'json'> & {
  readonly route: R;
  readonly json?: Fields<BodyOf<R>>;
} & InputOf<Input<R>>;

type InputOf<I> = Pick<I, Extract<keyof I, 'path'>> &
  (I extends { readonly query?: infer Q } ? { readonly query?: Fields<Named<Q>> | URLSearchParams } : unknown);

/**
 * The schema, if it takes every answer of the route. It may ask for less, as older servers answer less, and for more where
 * the OpenAPI document leaves a member open.
 */
export type Accepting<R extends RouteName, S extends TSchema> = Told<Answer<R>> extends Static<S> ? S : never;

/** An answer with `never`, which fits everything, for its open members. Its arrays are mutable, as those of schemas. */
type Told<T> = unknown extends T ? never : T extends object ? ToldObject<T> : T;

type ToldObject<T extends object> = string extends keyof T
  ? unknown extends T[keyof T]
    ? never
    : Members<T>
  : Members<T>;

type Members<T> = { -readonly [K in keyof T]: Told<T[K]> };

/** Address of a request behind that of the server. */
export function addressOf({ route, path = {}, query = {} }: AnyRequest, server: URL): URL {
  const template = route.slice(route.indexOf('/') + 1);
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const address = new URL(filled, server);
  const pairs = query instanceof URLSearchParams ? query : Object.entries(query);
  for (const [name, value] of pairs)
    for (const one of [value].flat()) if (one !== undefined) address.searchParams.append(name, String(one));
  return address;
}

export const methodOf = ({ route }: AnyRequest): string => route.slice(0, route.indexOf(' '));

/** Headers and body. */
export function contentOf({
  headers = {},
  json,
  body,
}: AnyRequest): Pick<Outgoing, 'headers'> & { body: RequestBody | undefined } {
  if (json === undefined) return { headers, body: body?.() };
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(json) };
}
