/**
 * What callers of the service know of it: input and answer of every route. Types alone, so that the web application and
 * the client share them and no code of the service.
 */
import type { components } from './generated.d.ts';

type Documented = components['schemas'];

/** Other spellings of documented routes, which the OpenAPI document leaves out. */
interface Aliases {
  readonly 'GET /orgs/{orgSlug}/ds/{dsSlug}/meta/get/{key}': Documented['GET /orgs/{orgSlug}/ds/{dsSlug}/meta/{key}'];
  readonly 'POST /orgs/{orgSlug}/ds/{dsSlug}/meta/set/{key}': Documented['POST /orgs/{orgSlug}/ds/{dsSlug}/meta/{key}/set'];
  readonly 'POST /orgs/{orgSlug}/ds/{dsSlug}/meta/add/{key}': Documented['POST /orgs/{orgSlug}/ds/{dsSlug}/meta/{key}'];
  readonly 'HEAD /orgs/{orgSlug}/ds/{dsSlug}/uploads/{id}': Documented['GET /orgs/{orgSlug}/ds/{dsSlug}/uploads/{id}'];
  readonly 'GET /share/info/{token}': Documented['GET /share/{token}'];
  readonly 'POST /share/upload/{token}': Documented['POST /share/{token}/upload'];
  readonly 'POST /share/commit/{token}': Documented['POST /share/{token}/commit'];
  readonly 'POST /share/rollback/{token}': Documented['POST /share/{token}/rollback'];
}

/** Every route, by method and path. */
export type Routes = Documented & Aliases;

export type RouteName = keyof Routes;

/** What is sent to a route: `path`, `query` and `body`, those that it has. */
export type Input<R extends RouteName> = R extends RouteName
  ? Pick<Routes[R], Extract<keyof Routes[R], 'path' | 'query' | 'body'>>
  : never;

export type BodyOf<R extends RouteName> = Routes[R] extends { readonly body?: infer T } ? NonNullable<T> : never;

/** What a route answers: `undefined` where there is no content, `unknown` where it is no JSON. */
export type Answer<R extends RouteName> = R extends RouteName
  ? Routes[R] extends { readonly answer: infer T }
    ? T
    : undefined
  : never;
