import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { i18n } from '../languages/i18n.ts';

/** Why accounts cannot be made or changed here. */
export const ExternalUsersNote = () => (
  <Alert color="petrol" icon={<IconInfoCircle />} title={i18n.t('People are managed by your sign-in provider')}>
    {i18n.t(
      'Accounts, names, passwords and roles come from there and cannot be made or changed here. Somebody appears in this list after signing in for the first time.',
    )}
  </Alert>
);
