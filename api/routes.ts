/**
 * What callers of the service know of it: input and answer of every route. Types alone, so that the web application and
 * the client share them and no code of the service.
 */
import type { components } from './generated.d.ts';

type Documented = components['schemas'];

/** Other spellings of documented routes, which the OpenAPI document leaves out. */
interface Aliases {
  readonly 'GET /orgs/{orgSlug}/ds/{dsSlug}/meta/get/{key}': Documented['GET /orgs/{orgSlug}/ds/{dsSlug}/meta/{key}'];
}

/** Every route, by method and path. */
export type Routes = Documented & Aliases;

export type RouteName = keyof Routes;

/** A part of the input of a route; `unknown` where it has none. */
type Part<R extends RouteName, K extends string> = Routes[R] extends { readonly [key in K]?: infer T } ? T : unknown;

export type PathOf<R extends RouteName> = Part<R, 'path'>;
export type QueryOf<R extends RouteName> = Part<R, 'query'>;
export type BodyOf<R extends RouteName> = Part<R, 'body'>;

/** What a route answers as JSON; `undefined` where it answers none. */
export type Answer<R extends RouteName> = Routes[R] extends { readonly answer: infer T } ? T : undefined;
