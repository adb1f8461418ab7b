import { route, type Route } from '../../src/http/index.ts';

/**
 * The same routes, guarded in the same way, with another handler: nothing is changed by what is let through, and input is
 * not validated, so that it hides no decision.
 */
export function withHandler(routes: readonly Route[], handle: Route['handle']): Route[] {
  return routes.map(({ params: _params, query: _query, body: _body, upload: _upload, ...declaration }) =>
    route({ ...declaration, handle }),
  );
}

/** The address of a route with values for its parameters; those without one get an id that nothing has. */
export function addressOf(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)|\*/g, (shown, name: string | undefined) =>
    encodeURIComponent(values[name ?? shown] ?? '00000000-0000-4000-8000-000000000000'),
  );
}
