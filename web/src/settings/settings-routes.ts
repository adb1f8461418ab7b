import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { textOf } from '../query-text.ts';
import { ofItself, requireSession, root } from '../root-route.ts';

/** The administrators' area; each of its pages is a file of its own, loaded when it is opened. */
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});

const index = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/users', replace: true });
  },
});

const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  validateSearch: (search): { filter?: string; sort?: string } => ({
    filter: textOf(search['filter']),
    sort: textOf(search['sort']),
  }),
  component: lazyRouteComponent(() => import('../users/users-page.tsx'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => settings,
  path: '/users/$user',
  component: lazyRouteComponent(() => import('../users/person/user-page.tsx'), 'UserPage'),
  remountDeps: ofItself,
});

const roles = createRoute({
  getParentRoute: () => settings,
  path: '/roles',
  component: lazyRouteComponent(() => import('../roles/roles-page.tsx'), 'RolesPage'),
});

const system = createRoute({
  getParentRoute: () => settings,
  path: '/system',
  component: lazyRouteComponent(() => import('../system/health/system-page.tsx'), 'SystemPage'),
});

const jobs = createRoute({
  getParentRoute: () => settings,
  path: '/jobs',
  validateSearch: (search): { state?: string; tool?: string; user?: string; from?: string } => ({
    state: textOf(search['state']),
    tool: textOf(search['tool']),
    user: textOf(search['user']),
    from: textOf(search['from']),
  }),
  component: lazyRouteComponent(() => import('../system/jobs/jobs-page.tsx'), 'JobsPage'),
});

const cleanUps = createRoute({
  getParentRoute: () => settings,
  path: '/clean-up',
  component: lazyRouteComponent(() => import('../system/clean-up/clean-up-page.tsx'), 'CleanUpPage'),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: (search): { action?: string; user?: string } => ({
    action: textOf(search['action']),
    user: textOf(search['user']),
  }),
  component: lazyRouteComponent(() => import('../system/audit/audit-page.tsx'), 'AuditPage'),
});

const imports = createRoute({
  getParentRoute: () => settings,
  path: '/import',
  validateSearch: (search): { job?: string; into?: string } => ({
    job: textOf(search['job']),
    into: textOf(search['into']),
  }),
  component: lazyRouteComponent(() => import('../system/import/import-page.tsx'), 'ImportPage'),
});

const configuration = createRoute({
  getParentRoute: () => settings,
  path: '/configuration',
  component: lazyRouteComponent(() => import('../system/configuration/configuration-page.tsx'), 'ConfigurationPage'),
});

/** Other addresses of the same pages, most of them those of other web clients of the service. */
const elsewhere = (
  [
    // As the service's own address of it is written.
    ['/settings/cleanup', '/settings/clean-up'],
    ['/admin/users', '/settings/users'],
    ['/admin/tasks', '/settings/jobs'],
    ['/admin/config', '/settings/configuration'],
  ] as const
).map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  }),
);

export const settingsRoutes = [
  settings.addChildren([index, users, user, roles, system, jobs, cleanUps, audit, imports, configuration]),
  ...elsewhere,
] as const;
