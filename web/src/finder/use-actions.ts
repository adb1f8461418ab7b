import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
  IconBuilding,
  IconHome,
  IconLogin,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSettings,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { ADMIN } from '../api/admin/roles.ts';
import { organizationAboveQuery } from '../api/organizations.ts';
import { ORGANIZATIONS } from '../organizations/organizations-anchor.ts';
import { sessionQuery } from '../api/session.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import type { FinderItem } from './finder-item.ts';
import { i18n } from '../languages/i18n.ts';

/** What can be done from everywhere, as far as the person may. */
export function useActions(onNewDataset: (org: string) => void): readonly FinderItem[] {
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const { org } = useParams({ strict: false });
  const organization = useQuery({ ...organizationAboveQuery(org ?? ''), enabled: org !== undefined });
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const signOut = useSignOut();
  const isPerson = session !== undefined && session !== null;
  const mayCreate = isPerson && organization.data?.permissions.canWrite === true;

  const action = (title: string, Icon: FinderItem['Icon'], open: () => void, detail = ''): FinderItem => {
    return { id: `action ${title}`, title, detail, Icon, open };
  };
  return [
    ...(mayCreate && org !== undefined
      ? [
          action(
            i18n.t('New dataset'),
            IconPlus,
            () => onNewDataset(org),
            i18n.t('in {name}', { name: organization.data?.name ?? org }),
          ),
        ]
      : []),
    ...(isPerson
      ? [
          action(i18n.t('Go to home'), IconHome, () => void navigate({ to: '/' })),
          action(
            i18n.t('Go to organizations'),
            IconBuilding,
            () => void navigate({ to: '/', hash: ORGANIZATIONS, hashScrollIntoView: false }),
          ),
          action(i18n.t('Go to account'), IconUser, () => void navigate({ to: '/account' })),
        ]
      : [action(i18n.t('Sign in'), IconLogin, () => void navigate({ to: '/login' }))]),
    ...(isPerson && session.roles.includes(ADMIN)
      ? [action(i18n.t('Go to settings'), IconSettings, () => void navigate({ to: '/settings' }))]
      : []),
    isDark
      ? action(i18n.t('Switch to light colours'), IconSun, () => setColorScheme('light'))
      : action(i18n.t('Switch to dark colours'), IconMoon, () => setColorScheme('dark')),
    ...(isPerson ? [action(i18n.t('Sign out'), IconLogout, () => signOut.mutate())] : []),
  ];
}
