import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from './api/session.ts';
import { parseQuery, stringifyQuery, textOf } from './query-text.ts';
import { CrashPage } from './shell/crash-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

/** What every route can reach. */
type RouteContext = { readonly queries: QueryClient };

const root = createRootRouteWithContext<RouteContext>()({ component: Shell, notFoundComponent: NotFoundPage });

/** Pages that are about the person: a visitor signs in first. */
async function requireSession(queries: QueryClient, href: string): Promise<void> {
  const session = await queries.ensureQueryData(sessionQuery).catch(() => undefined);
  if (session === null) throw redirect({ to: '/login', search: { return: href } });
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { return?: string } => ({ return: textOf(search['return']) }),
  component: lazyRouteComponent(() => import('./session/login-page.tsx'), 'LoginPage'),
});

const organizations = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ context, location }) => requireSession(context.queries, location.href),
  component: lazyRouteComponent(() => import('./organizations/organizations-page.tsx'), 'OrganizationsPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  beforeLoad: ({ context, location }) => requireSession(context.queries, location.href),
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
});

const datasets = createRoute({
  getParentRoute: () => root,
  path: '/r/$org',
  component: lazyRouteComponent(() => import('./datasets/datasets-page.tsx'), 'DatasetsPage'),
});

const files = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds',
  validateSearch: (search): { path?: string; sort?: string } => ({
    path: textOf(search['path']),
    sort: textOf(search['sort']),
  }),
  component: lazyRouteComponent(() => import('./files/files-page.tsx'), 'FilesPage'),
});

const map = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/map',
  validateSearch: (search): { path?: string; opacity?: string } => ({
    path: textOf(search['path']),
    opacity: textOf(search['opacity']),
  }),
  component: lazyRouteComponent(() => import('./map/map-page.tsx'), 'MapPage'),
});

const routes = root.addChildren([login, organizations, account, datasets, files, map]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    context: { queries },
    parseSearch: parseQuery,
    stringifySearch: stringifyQuery,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashPage,
    scrollRestoration: true,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
