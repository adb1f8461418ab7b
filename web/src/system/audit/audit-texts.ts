import { DEACTIVATED } from '../../api/admin/roles.ts';
import { i18n } from '../../languages/i18n.ts';

/** Actions of the audit log, by what they are about, with their names for people. */
export const ACTIONS: readonly { readonly group: string; readonly actions: Readonly<Record<string, string>> }[] = [
  {
    group: i18n.t('Users'),
    actions: {
      'user.create': i18n.t('User created'),
      'user.update': i18n.t('User changed'),
      'user.delete': i18n.t('User deleted'),
      'user.password': i18n.t('Password changed'),
      'user.roles': i18n.t('Roles changed'),
      'user.quota': i18n.t('Quota changed'),
      'user.metadata': i18n.t('Metadata changed'),
      'user.sign-out': i18n.t('Signed out everywhere'),
    },
  },
  { group: i18n.t('Roles'), actions: { 'role.create': i18n.t('Role created'), 'role.delete': i18n.t('Role deleted') } },
  {
    group: i18n.t('Organizations'),
    actions: {
      'organization.create': i18n.t('Organization created'),
      'organization.update': i18n.t('Organization changed'),
      'organization.owner': i18n.t('Owner changed'),
      'organization.delete': i18n.t('Organization deleted'),
      'organization.merge': i18n.t('Organizations merged'),
      'member.add': i18n.t('Member added'),
      'member.update': i18n.t('Member’s rights changed'),
      'member.remove': i18n.t('Member removed'),
    },
  },
  {
    group: i18n.t('Datasets'),
    actions: {
      'dataset.create': i18n.t('Dataset created'),
      'dataset.rename': i18n.t('Dataset renamed'),
      'dataset.visibility': i18n.t('Visibility changed'),
      'dataset.move': i18n.t('Dataset moved'),
      'dataset.delete': i18n.t('Dataset deleted'),
      'dataset.builds-clear': i18n.t('Build jobs forgotten'),
    },
  },
  {
    group: i18n.t('Tokens and links'),
    actions: {
      'token.create': i18n.t('Token or link made'),
      'token.change': i18n.t('Link changed'),
      'token.revoke': i18n.t('Token or link withdrawn'),
    },
  },
  {
    group: i18n.t('Tasks'),
    actions: {
      'task.start': i18n.t('Task started'),
      'task.cancel': i18n.t('Task cancelled'),
      'task.retry': i18n.t('Task started again'),
      'task.delete': i18n.t('Task forgotten'),
      'task.clear': i18n.t('Ended tasks forgotten'),
      'task.undo': i18n.t('Files of a task taken back'),
    },
  },
  {
    group: i18n.t('System'),
    actions: {
      'system.import': i18n.t('Import'),
      'system.cleanup': i18n.t('Clean-up'),
      'system.check': i18n.t('Clean-up: missing maps'),
      'system.migrate': i18n.t('Migration'),
      'system.task-delete': i18n.t('Job forgotten'),
    },
  },
];

const NAMES = new Map(ACTIONS.flatMap(({ actions }) => Object.entries(actions)));

type Details = Readonly<Record<string, unknown>>;

/** What happened, for people; an action this page does not know is shown as the service names it. */
export function actionText(action: string, details: Details = {}): string {
  if (action === 'user.roles') {
    const [before, now] = [isOff(details['before']), isOff(details['roles'])];
    if (before !== now) return now ? i18n.t('User deactivated') : i18n.t('User activated again');
  }
  return NAMES.get(action) ?? action;
}

const isOff = (roles: unknown): boolean => Array.isArray(roles) && roles.includes(DEACTIVATED);
