import '../styles/settings.css';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { ADMIN } from '../api/admin/roles.ts';
import { sessionQuery } from '../api/session.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { SettingsNav } from './settings-nav.tsx';
import { i18n } from '../languages/i18n.ts';

/** The frame of the administrators' pages. */
export function SettingsPage() {
  const { data: session } = useQuery(sessionQuery);
  // While the session is looked up, nothing is shown rather than the wrong thing.
  if (session === undefined || session === null) return null;
  if (!session.roles.includes(ADMIN)) {
    return (
      <EmptyState title={i18n.t('This is for administrators')} heading={1}>
        <Text c="dimmed" ta="center" maw="50ch">
          {i18n.t(
            'Your account, {userName}, has no administrator’s rights. Ask an administrator of this installation for what you need; your own settings are on the account page.',
            { userName: session.userName },
          )}
        </Text>
      </EmptyState>
    );
  }
  return (
    <div className="al-settings">
      <SettingsNav />
      <div className="al-settings-content">
        <Outlet />
      </div>
    </div>
  );
}
