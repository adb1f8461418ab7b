import { Button, Skeleton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { featuresQuery, sessionQuery } from '../api/session.ts';
import { FactList } from '../parts/fact-list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { Section } from '../parts/section.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { EverywhereSection } from './everywhere-section.tsx';
import { OwnOrganizations } from './own-organizations.tsx';
import { PasswordForm } from './password-form.tsx';
import { StorageSection } from './storage-section.tsx';
import { TokensSection } from './tokens-section.tsx';

export function AccountPage() {
  usePageTitle('Account');
  const session = useQuery(sessionQuery);
  const features = useQuery(featuresQuery);
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
      {session.data && (
        <>
          <Section title="Profile">
            <FactList
              facts={[
                ['User name', session.data.userName],
                ['E-mail', session.data.email === '' ? 'none' : session.data.email],
                ['Roles', session.data.roles.length === 0 ? 'none' : session.data.roles.join(', ')],
              ]}
            />
          </Section>
          <StorageSection />
          <OwnOrganizations userName={session.data.userName} />
          <Section
            title="Change the password"
            detail={
              features.data?.userManagement === false
                ? 'People sign in through a provider here; only an account that was made here has a password of its own.'
                : undefined
            }
          >
            <PasswordForm userName={session.data.userName} />
          </Section>
          <TokensSection />
          <EverywhereSection />
        </>
      )}
    </div>
  );
}
