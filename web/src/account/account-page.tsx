import { Button, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { PasswordForm } from './password-form.tsx';

export function AccountPage() {
  usePageTitle('Account');
  const session = useQuery(sessionQuery);
  const signOut = useSignOut();
  return (
    <div className="al-page al-narrow">
      <PageHead title="Account">
        <Button
          variant="default"
          leftSection={<IconLogout size={18} />}
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Button>
      </PageHead>
      {session.isPending && <Skeleton height={140} radius="md" />}
      {session.error !== null && <Problem title="Your account could not be read" error={session.error} />}
      {signOut.error !== null && <Problem title="You are still signed in" error={signOut.error} />}
      {session.data && <Facts session={session.data} />}
      <Paper withBorder p="lg">
        <Title order={2} size="h4" mb="md">
          Change the password
        </Title>
        <PasswordForm userName={session.data?.userName ?? ''} />
      </Paper>
    </div>
  );
}

const Facts = ({ session }: { readonly session: Session }) => (
  <Paper withBorder p="lg" component="dl" className="al-facts">
    <Fact name="User name" value={session.userName} />
    <Fact name="E-mail" value={session.email === '' ? 'none' : session.email} />
    <Fact name="Roles" value={session.roles.length === 0 ? 'none' : session.roles.join(', ')} />
  </Paper>
);

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" className="al-break">
      {value}
    </Text>
  </div>
);
