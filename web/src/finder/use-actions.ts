import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
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
import { sessionQuery } from '../api/session.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import type { FinderItem } from './finder-item.ts';

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
      ? [action('New dataset', IconPlus, () => onNewDataset(org), `in ${organization.data?.name ?? org}`)]
      : []),
    ...(isPerson
      ? [
          action('Go to organizations', IconHome, () => void navigate({ to: '/' })),
          action('Go to account', IconUser, () => void navigate({ to: '/account' })),
        ]
      : [action('Sign in', IconLogin, () => void navigate({ to: '/login' }))]),
    ...(isPerson && session.roles.includes(ADMIN)
      ? [action('Go to settings', IconSettings, () => void navigate({ to: '/settings' }))]
      : []),
    isDark
      ? action('Switch to light colours', IconSun, () => setColorScheme('light'))
      : action('Switch to dark colours', IconMoon, () => setColorScheme('dark')),
    ...(isPerson ? [action('Sign out', IconLogout, () => signOut.mutate())] : []),
  ];
}
