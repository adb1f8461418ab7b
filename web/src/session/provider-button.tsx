import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconLogin2 } from '@tabler/icons-react';
import type { Features } from '../api/answers.ts';
import { providerProblem } from './provider-problem.ts';
import { i18n } from '../languages/i18n.ts';

type ProviderButtonProps = {
  readonly openId: Features['signIn']['openId'];
  /** Path to go to when signed in. */
  readonly returnTo: string;
  /** What the service says went wrong at the provider just now. */
  readonly problem: string | undefined;
};

/** The way to the sign-in provider, where the service has one, and what came of it. */
export function ProviderButton({ openId, returnTo, problem }: ProviderButtonProps) {
  if (openId === null) return null;
  return (
    <Stack>
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert" title={i18n.t('Signing in failed')} icon={<IconAlertCircle />}>
          {providerProblem(problem)}
        </Alert>
      )}
      {/* An address of the service, not a page of this application: the browser leaves for the provider. */}
      <Button
        component="a"
        href={`${openId.url}?${new URLSearchParams({ return: returnTo }).toString()}`}
        size="md"
        leftSection={<IconLogin2 aria-hidden />}
      >
        {i18n.t('Sign in with {name}', { name: openId.name })}
      </Button>
      <Text c="dimmed" ta="center">
        {i18n.t('or with a password')}
      </Text>
    </Stack>
  );
}
