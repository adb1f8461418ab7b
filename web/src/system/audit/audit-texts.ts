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
    },
  },
  {
    group: 'Tokens and links',
    actions: { 'token.create': 'Token or link made', 'token.revoke': 'Token or link withdrawn' },
  },
  {
    group: 'System',
    actions: {
      'system.import': 'Import',
      'system.cleanup': 'Clean-up',
      'system.check': 'Check of the maps',
      'system.migrate': 'Migration',
      'system.task-delete': 'Job forgotten',
    },
  },
];

const NAMES = new Map(ACTIONS.flatMap(({ actions }) => Object.entries(actions)));

/** The action for people; one this page does not know is shown as the service names it. */
export const actionText = (action: string): string => NAMES.get(action) ?? action;

/** "level: 2, roles: pilot, guest"; what is empty says nothing, and nothing at all gives a dash. */
export function detailsText(details: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(details).flatMap(([key, value]) => {
    const text = plain(value);
    return text === '' || key === 'id' ? [] : [`${key}: ${text}`];
  });
  return parts.length === 0 ? '–' : parts.join(', ');
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(plain).join(', ') : JSON.stringify(value);
}
