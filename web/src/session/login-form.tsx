import { Alert, Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Features } from '../api/answers.ts';
import { Problem } from '../parts/problem.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ProofNote } from './proof-note.tsx';
import { ProviderButton } from './provider-button.tsx';
import { SIGNED_OUT } from './provider-problem.ts';
import { useSignIn } from './use-sign-in.ts';
import { i18n } from '../languages/i18n.ts';

const PUBLIC = '/?show=public';

type LoginFormProps = {
  /** Path to go to when signed in. */
  readonly returnTo: string;
  /** `?problem=` of the address. */
  readonly problem: string | undefined;
  /** The sign-in provider, where the service has one. */
  readonly openId: Features['signIn']['openId'];
  readonly onSignedIn: () => Promise<void>;
  /** Draws the link to what is public; absent: one that loads a page. */
  readonly renderPublicLink?: (props: Record<string, unknown>) => ReactNode;
};

/** Signs a person in: as a document of its own, and within the application when a session ends there. */
export function LoginForm({ returnTo, problem, openId, onSignedIn, renderPublicLink }: LoginFormProps) {
  usePageTitle(i18n.t('Sign in'));
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  // The page is there for this field.
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const login = useSignIn(onSignedIn);
  const signedOut = problem === SIGNED_OUT;
  return (
    <div className="al-login">
      <Paper withBorder className="al-login-card">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            login.signIn({ userName: userName.trim(), password });
          }}
        >
          <Stack>
            <div>
              <Title order={1} size="h2">
                {i18n.t('Sign in')}
              </Title>
              {returnTo !== '/' && (
                <Text c="dimmed" mt={4}>
                  {i18n.t('Then you go back to the page you asked for.')}
                </Text>
              )}
            </div>
            {signedOut && (
              <Alert color="petrol" role="status" icon={<IconInfoCircle />} title={i18n.t('You were signed out')}>
                {i18n.t('Your session has ended. Sign in again to go on.')}
              </Alert>
            )}
            <ProviderButton openId={openId} returnTo={returnTo} problem={signedOut ? undefined : problem} />
            <TextInput
              label={i18n.t('User name')}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              ref={first}
              value={userName}
              onChange={(event) => setUserName(event.currentTarget.value)}
            />
            <PasswordInput
              label={i18n.t('Password')}
              name="password"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': i18n.t('Show the password') }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {login.problem !== null && <Problem title={i18n.t('Signing in failed')} error={login.problem} />}
            {login.progress !== null && <ProofNote progress={login.progress} onCancel={login.cancel} />}
            <Button
              type="submit"
              size="md"
              loading={login.isPending}
              disabled={userName.trim() === '' || password === ''}
            >
              {i18n.t('Sign in')}
            </Button>
            <Anchor
              ta="center"
              className="al-login-more"
              {...(renderPublicLink === undefined ? { href: PUBLIC } : { renderRoot: renderPublicLink })}
            >
              {i18n.t('Look at public organizations')}
            </Anchor>
          </Stack>
        </form>
      </Paper>
    </div>
  );
}
