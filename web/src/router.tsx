import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router';
import { activitySearch } from './activity/activity-search.ts';
import { filterAddress, type FilterText } from './filter/filter-address.ts';
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
  validateSearch: (search): { show?: 'public'; at?: string } => ({
    show: search['show'] === 'public' ? 'public' : undefined,
    // A place on the map of all datasets.
    at: textOf(search['at']),
  }),
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

/** `find` and `by` are a search in what the filter leaves (files/search/search-text.ts). */
type FilesAddress = WorkspaceAddress &
  FilterText & {
    sort?: string;
    find?: string;
    by?: 'text';
    /** Files as pictures. */
    as?: 'tiles';
    token?: string;
  };

const files = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds',
  validateSearch: (search): FilesAddress => ({
    ...workspaceAddress(search),
    ...filterAddress(search),
    sort: textOf(search['sort']),
    find: textOf(search['find']),
    by: search['by'] === 'text' ? 'text' : undefined,
    as: search['as'] === 'tiles' ? 'tiles' : undefined,
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

type TableSearch = FilterText & {
  bbox?: string;
  tab?: string;
  filter?: string;
  sort?: string;
  token?: string;
};

const table = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/table',
  validateSearch: (search): TableSearch => ({
    ...filterAddress(search),
    // The box had this name in addresses of the table.
    box: textOf(search['box']) ?? textOf(search['bbox']),
    bbox: undefined,
    tab: textOf(search['tab']),
    filter: textOf(search['filter']),
    sort: textOf(search['sort']),
    token: textOf(search['token']),
  }),
  search: { middlewares: [retainSearchParams(['token'])] },
  component: lazyRouteComponent(() => import('./table/table-page.tsx'), 'TablePage'),
  remountDeps: ofItself,
});

type SceneSearch = FilterText & {
  items?: string;
  cam?: string;
  style?: string;
  clip?: string;
  edges?: string;
  hide?: string;
  sel?: string;
  heights?: string;
  token?: string;
};

const scene = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/scene',
  validateSearch: (search): SceneSearch => ({
    ...filterAddress(search),
    items: textOf(search['items']),
    cam: textOf(search['cam']),
    style: textOf(search['style']),
    clip: textOf(search['clip']),
    edges: textOf(search['edges']),
    hide: textOf(search['hide']),
    sel: textOf(search['sel']),
    heights: textOf(search['heights']),
    token: textOf(search['token']),
  }),
  search: { middlewares: [retainSearchParams(['token'])] },
  component: lazyRouteComponent(() => import('./scene/scene-page.tsx'), 'ScenePage'),
  remountDeps: ofItself,
});

const activity = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/activity',
  validateSearch: activitySearch,
  search: { middlewares: [retainSearchParams(['token'])] },
  component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
  remountDeps: ofItself,
});

/** Where builds and tasks had pages of their own: one page lists both. */
const builds = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/builds',
  validateSearch: activitySearch,
  beforeLoad: ({ params, search: { page, token } }) => {
    throw redirect({ to: '/r/$org/$ds/activity', params, search: { kind: 'builds', page, token }, replace: true });
  },
});

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/r/$org/$ds/tasks',
  validateSearch: activitySearch,
  beforeLoad: ({ params, search: { page: _page, ...search } }) => {
    throw redirect({ to: '/r/$org/$ds/activity', params, search: { ...search, kind: 'tasks' }, replace: true });
  },
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
  activity,
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
