import '../styles/links.css';
import { Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { errorText } from '../api/api-error.ts';
import { openLink } from '../api/tokens.ts';
import { i18n } from '../languages/i18n.ts';

type LinkPasswordFormProps = { readonly datasetRef: DatasetRef; readonly token: string };

/** Takes the password of a link; the browser keeps that it was right. */
export function LinkPasswordForm({ datasetRef, token }: LinkPasswordFormProps) {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  // The page is there for this field.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const open = useMutation({
    mutationFn: () => openLink(datasetRef, token, password),
    meta: { ownUnauthorized: true },
    // All that was refused is asked for again; the page is there when its dataset is.
    onSuccess: () => queries.invalidateQueries(),
    onError: () => field.current?.select(),
  });
  return (
    <div className="al-share-door">
      <Paper withBorder p="xl" radius="lg">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!open.isPending && password !== '') open.mutate();
          }}
        >
          <Stack>
            <Title order={1} size="h3">
              {i18n.t('This link asks for a password')}
            </Title>
            <Text c="dimmed">{i18n.t('The person who sent you the link knows it.')}</Text>
            <PasswordInput
              ref={field}
              label={i18n.t('Password')}
              required
              autoComplete="off"
              maxLength={256}
              visibilityToggleButtonProps={{ 'aria-label': i18n.t('Show the password') }}
              error={open.error === null ? undefined : errorText(open.error)}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" loading={open.isPending} disabled={password === ''}>
              {i18n.t('Open')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </div>
  );
}
