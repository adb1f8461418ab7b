import '../styles/sign-in.css';
import { Alert, Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { keys } from '../api/keys.ts';
import { sessionQuery } from '../api/session.ts';
import { Problem } from '../parts/problem.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ProviderButton } from './provider-button.tsx';
import { SIGNED_OUT } from './provider-problem.ts';
import { returnAddress } from './return-address.ts';
import { isPersonal } from './use-forget-person.ts';
import { useSignIn, type ProofProgress } from './use-sign-in.ts';

export function LoginPage() {
  usePageTitle('Sign in');
  const search = useSearch({ from: '/login' });
  const router = useRouter();
  const queries = useQueryClient();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  // The page is there for this field.
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const signedOut = search.problem === SIGNED_OUT;

  const login = useSignIn(async () => {
    // What a visitor could see may differ from what this person can.
    queries.removeQueries({ predicate: isPersonal });
    queries.removeQueries({ queryKey: keys.session });
    await queries.fetchQuery(sessionQuery);
    router.history.replace(returnAddress(search.return));
  });

  return (
    <div className="al-login">
      <Paper withBorder p="xl" radius="lg" className="al-login-card">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            login.signIn({ userName: userName.trim(), password });
          }}
        >
          <Stack>
            <div>
              <Title order={1} size="h2">
                Sign in
              </Title>
              {returnAddress(search.return) !== '/' && (
                <Text c="dimmed" mt={4}>
                  Then you go back to the page you asked for.
                </Text>
              )}
            </div>
            {signedOut && (
              <Alert color="petrol" role="status" icon={<IconInfoCircle />} title="You were signed out">
                Your session has ended. Sign in again to go on.
              </Alert>
            )}
            <ProviderButton returnTo={returnAddress(search.return)} problem={signedOut ? undefined : search.problem} />
            <TextInput
              label="User name"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              ref={first}
              value={userName}
              onChange={(event) => setUserName(event.currentTarget.value)}
            />
            <PasswordInput
              label="Password"
              name="password"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {login.problem !== null && <Problem title="Signing in failed" error={login.problem} />}
            {login.progress !== null && <ProofNote progress={login.progress} onCancel={login.cancel} />}
            <Button
              type="submit"
              size="md"
              loading={login.isPending}
              disabled={userName.trim() === '' || password === ''}
            >
              Sign in
            </Button>
            <Anchor
              ta="center"
              className="al-login-more"
              renderRoot={(props) => <Link to="/" search={{ show: 'public' }} {...props} />}
            >
              Look at public organizations
            </Anchor>
          </Stack>
        </form>
      </Paper>
    </div>
  );
}

function ProofNote({ progress, onCancel }: { readonly progress: ProofProgress; readonly onCancel: () => void }) {
  const { solved, rounds } = progress;
  return (
    <Alert color="petrol" role="status" icon={<IconInfoCircle />} title="Checking your browser">
      <Text>
        Many wrong passwords were tried for this name. Your browser solves a puzzle to show that it is not a guessing
        program. This takes some seconds.
      </Text>
      <Text mt={8}>
        {solved} of {rounds} steps done
      </Text>
      <Button variant="default" mt={8} onClick={onCancel}>
        Cancel
      </Button>
    </Alert>
  );
}
