import { DEACTIVATED } from '../../api/admin/roles.ts';

/** Actions of the audit log, by what they are about, with their names for people. */
export const ACTIONS: readonly { readonly group: string; readonly actions: Readonly<Record<string, string>> }[] = [
  {
    group: 'Users',
    actions: {
      'user.create': 'User created',
      'user.update': 'User changed',
      'user.delete': 'User deleted',
      'user.password': 'Password changed',
      'user.roles': 'Roles changed',
      'user.quota': 'Quota changed',
      'user.metadata': 'Metadata changed',
      'user.sign-out': 'Signed out everywhere',
    },
  },
  { group: 'Roles', actions: { 'role.create': 'Role created', 'role.delete': 'Role deleted' } },
  {
    group: 'Organizations',
    actions: {
      'organization.create': 'Organization created',
      'organization.update': 'Organization changed',
      'organization.owner': 'Owner changed',
      'organization.delete': 'Organization deleted',
      'organization.merge': 'Organizations merged',
      'member.add': 'Member added',
      'member.update': 'Member’s rights changed',
      'member.remove': 'Member removed',
    },
  },
  {
    group: 'Datasets',
    actions: {
      'dataset.create': 'Dataset created',
      'dataset.rename': 'Dataset renamed',
      'dataset.visibility': 'Visibility changed',
      'dataset.move': 'Dataset moved',
      'dataset.delete': 'Dataset deleted',
      'dataset.builds-clear': 'Build jobs forgotten',
    },
  },
  {
    group: 'Tokens and links',
    actions: {
      'token.create': 'Token or link made',
      'token.change': 'Link changed',
      'token.revoke': 'Token or link withdrawn',
    },
  },
  {
    group: 'Tasks',
    actions: {
      'task.start': 'Task started',
      'task.cancel': 'Task cancelled',
      'task.retry': 'Task started again',
      'task.delete': 'Task forgotten',
      'task.clear': 'Ended tasks forgotten',
      'task.undo': 'Files of a task taken back',
    },
  },
  {
    group: 'System',
    actions: {
      'system.import': 'Import',
      'system.cleanup': 'Clean-up',
      'system.check': 'Clean-up: missing maps',
      'system.migrate': 'Migration',
      'system.task-delete': 'Job forgotten',
    },
  },
];

const NAMES = new Map(ACTIONS.flatMap(({ actions }) => Object.entries(actions)));

type Details = Readonly<Record<string, unknown>>;

/** What happened, for people; an action this page does not know is shown as the service names it. */
export function actionText(action: string, details: Details = {}): string {
  if (action === 'user.roles') {
    const [before, now] = [isOff(details['before']), isOff(details['roles'])];
    if (before !== now) return now ? 'User deactivated' : 'User activated again';
  }
  return NAMES.get(action) ?? action;
}

const isOff = (roles: unknown): boolean => Array.isArray(roles) && roles.includes(DEACTIVATED);
