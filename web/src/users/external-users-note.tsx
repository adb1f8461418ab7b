import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

/** Why accounts cannot be made or changed here. */
export const ExternalUsersNote = () => (
  <Alert color="petrol" icon={<IconInfoCircle />} title="People are managed by your sign-in provider">
    Accounts, names, passwords and roles come from there and cannot be made or changed here. Somebody appears in this
    list after signing in for the first time.
  </Alert>
);
