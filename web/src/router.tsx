import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router';
import { parseQuery, stringifyQuery, textOf } from './query-text.ts';
import { ofItself, requireSession, root } from './root-route.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { mapAddressOf, workspaceAddress, type WorkspaceAddress } from './workspace/workspace-address.ts';
import { CrashPage } from './shell/crash-page.tsx';

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { return?: string; problem?: string } => ({
    return: textOf(search['return']),
    problem: textOf(search['problem']),
  }),
  component: lazyRouteComponent(() => import('./session/login-page.tsx'), 'LoginPage'),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (search): { show?: 'public' } => ({ show: search['show'] === 'public' ? 'public' : undefined }),
  // What is public can be looked at without an account.
  beforeLoad: async (entering) => {
    if (entering.search.show === undefined) await requireSession(entering);
  },
  component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
});

const datasets = createRoute({
  getParentRoute: () => root,
  path: '/r/$org',
  component: lazyRouteComponent(() => import('./datasets/datasets-page.tsx'), 'DatasetsPage'),
  remountDeps: ofItself,
});

/** "-" is no slug: this page hides no dataset. */
const members = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/-/members',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./organizations/members/members-page.tsx'), 'MembersPage'),
  remountDeps: ofItself,
});

/** `find`, `by` and `kind` are a search in the folder `path` (files/search/search-text.ts). */
type FilesAddress = WorkspaceAddress & {
  path?: string;
  sort?: string;
  find?: string;
  by?: 'text';
  /** Files as pictures. */
  as?: 'tiles';
  kind?: string;
  token?: string;
};

const files = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds',
  validateSearch: (search): FilesAddress => ({
    ...workspaceAddress(search),
    path: textOf(search['path']),
    sort: textOf(search['sort']),
    find: textOf(search['find']),
    by: search['by'] === 'text' ? 'text' : undefined,
    as: search['as'] === 'tiles' ? 'tiles' : undefined,
    kind: textOf(search['kind']),
    token: textOf(search['token']),
  }),
  // A share link's secret goes along from page to page of the dataset, and nowhere else. Pictures stay pictures in each folder.
  search: { middlewares: [retainSearchParams(['token', 'as'])] },
  component: lazyRouteComponent(() => import('./workspace/workspace-page.tsx'), 'WorkspacePage'),
  remountDeps: ofItself,
});

/** Where a raster had a page of its own: the map of the dataset shows it now. */
const map = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/map',
  validateSearch: (search): { path?: string; opacity?: string; token?: string } => ({
    path: textOf(search['path']),
    opacity: textOf(search['opacity']),
    token: textOf(search['token']),
  }),
  beforeLoad: ({ params, search: { path, opacity, token }, location }) => {
    const search = mapAddressOf({ path, opacity, token });
    throw redirect({ to: '/r/$org/$ds', params, search, hash: location.hash, replace: true });
  },
});

type TableSearch = { path?: string; tab?: string; filter?: string; sort?: string; bbox?: string; token?: string };

const table = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/table',
  validateSearch: (search): TableSearch => ({
    // What a share link is about.
    path: textOf(search['path']),
    tab: textOf(search['tab']),
    filter: textOf(search['filter']),
    sort: textOf(search['sort']),
    bbox: textOf(search['bbox']),
    token: textOf(search['token']),
  }),
  search: { middlewares: [retainSearchParams(['token'])] },
  component: lazyRouteComponent(() => import('./table/table-page.tsx'), 'TablePage'),
  remountDeps: ofItself,
});

type SceneSearch = {
  items?: string;
  cam?: string;
  style?: string;
  clip?: string;
  edges?: string;
  token?: string;
};

const scene = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/scene',
  validateSearch: (search): SceneSearch => ({
    items: textOf(search['items']),
    cam: textOf(search['cam']),
    style: textOf(search['style']),
    clip: textOf(search['clip']),
    edges: textOf(search['edges']),
    token: textOf(search['token']),
  }),
  search: { middlewares: [retainSearchParams(['token'])] },
  component: lazyRouteComponent(() => import('./scene/scene-page.tsx'), 'ScenePage'),
  remountDeps: ofItself,
});

const builds = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/builds',
  validateSearch: (search): { page?: string; token?: string } => ({
    page: textOf(search['page']),
    token: textOf(search['token']),
  }),
  search: { middlewares: [retainSearchParams(['token'])] },
  component: lazyRouteComponent(() => import('./builds/builds-page.tsx'), 'BuildsPage'),
  remountDeps: ofItself,
});

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/tasks',
  validateSearch: (search): { state?: string; tool?: string; from?: string; task?: string; token?: string } => ({
    state: textOf(search['state']),
    tool: textOf(search['tool']),
    from: textOf(search['from']),
    task: textOf(search['task']),
    token: textOf(search['token']),
  }),
  search: { middlewares: [retainSearchParams(['token'])] },
  component: lazyRouteComponent(() => import('./tasks/tasks-page.tsx'), 'TasksPage'),
  remountDeps: ofItself,
});

const routes = root.addChildren([
  login,
  home,
  account,
  datasets,
  members,
  files,
  map,
  table,
  scene,
  builds,
  tasks,
  ...settingsRoutes,
]);

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
