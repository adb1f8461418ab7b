import { Button, Checkbox, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keys } from '../api/keys.ts';
import { signOutEverywhere } from '../api/session.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Section } from '../parts/section.tsx';

/** For a lost phone or a borrowed computer. */
export function EverywhereSection() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [tokens, setTokens] = useState(false);
  const leave = useMutation({
    mutationFn: () => signOutEverywhere(tokens),
    onSuccess: async () => {
      setAsking(false);
      queries.setQueryData(keys.session, null);
      await navigate({ to: '/login' });
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'features' });
    },
  });
  return (
    <Section
      title="Sign out everywhere"
      detail="Ends your sessions on all devices, also on this one. Use it when you have left one signed in somewhere."
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          Sign out everywhere…
        </Button>
      }
    >
      <FormDialog
        title="Sign out everywhere?"
        opened={asking}
        onClose={() => {
          leave.reset();
          setAsking(false);
        }}
        submitLabel="Sign out everywhere"
        danger
        ready
        busy={leave.isPending}
        error={leave.error}
        onSubmit={() => leave.mutate()}
      >
        <Text>Every device has to sign in again, this one as well.</Text>
        <Checkbox
          label="Also withdraw my tokens and links"
          description="Programs and people who use them are shut out."
          checked={tokens}
          onChange={(event) => setTokens(event.currentTarget.checked)}
        />
      </FormDialog>
    </Section>
  );
}
