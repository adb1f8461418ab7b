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
import { LanguageSection } from './language-section.tsx';
import { OwnOrganizations } from './own-organizations.tsx';
import { PasswordForm } from './password-form.tsx';
import { StorageSection } from './storage-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import { i18n } from '../languages/i18n.ts';

export function AccountPage() {
  usePageTitle(i18n.t('Account'));
  const session = useQuery(sessionQuery);
  const features = useQuery(featuresQuery);
  const signOut = useSignOut();
  return (
    <div className="al-page al-narrow">
      <PageHead title={i18n.t('Account')}>
        <Button
          variant="default"
          leftSection={<IconLogout size={18} />}
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {i18n.t('Sign out')}
        </Button>
      </PageHead>
      {session.isPending && <Skeleton height={140} radius="md" />}
      {session.error !== null && <Problem title={i18n.t('Your account could not be read')} error={session.error} />}
      {signOut.error !== null && <Problem title={i18n.t('You are still signed in')} error={signOut.error} />}
      {session.data && (
        <>
          <Section title={i18n.t('Profile')}>
            <FactList
              facts={[
                [i18n.t('User name'), session.data.userName],
                [i18n.t('E-mail'), session.data.email === '' ? i18n.t('none') : session.data.email],
                [i18n.t('Roles'), session.data.roles.length === 0 ? i18n.t('none') : session.data.roles.join(', ')],
              ]}
            />
          </Section>
          <LanguageSection session={session.data} />
          <StorageSection />
          <OwnOrganizations userName={session.data.userName} />
          <Section
            title={i18n.t('Change the password')}
            detail={
              features.data?.userManagement === false
                ? i18n.t(
                    'People sign in through a provider here; only an account that was made here has a password of its own.',
                  )
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
