import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { sessionQuery } from './api/session.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

/** What every route can reach. */
type RouteContext = { readonly queries: QueryClient };

export const root = createRootRouteWithContext<RouteContext>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
});

/** Another organization, dataset or user is another page: nothing chosen, typed or shown of the one before may stay. */
export const ofItself = <Params>({ params }: { readonly params: Params }): Params => params;

type Entering = { readonly context: RouteContext; readonly location: { readonly href: string } };

/** Pages that are about the person: a visitor signs in first. */
export async function requireSession({ context, location }: Entering): Promise<void> {
  const session = await context.queries.ensureQueryData(sessionQuery).catch(() => undefined);
  if (session === null) throw redirect({ to: '/login', search: { return: location.href } });
}
