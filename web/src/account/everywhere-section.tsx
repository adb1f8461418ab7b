import { Button, Checkbox, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signOutEverywhere } from '../api/session.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Section } from '../parts/section.tsx';
import { useForgetPerson } from '../session/use-forget-person.ts';
import { i18n } from '../languages/i18n.ts';

/** For a lost phone or a borrowed computer. */
export function EverywhereSection() {
  const forget = useForgetPerson();
  const [asking, setAsking] = useState(false);
  const [tokens, setTokens] = useState(false);
  const leave = useMutation({
    mutationFn: () => signOutEverywhere(tokens),
    onSuccess: async () => {
      setAsking(false);
      await forget();
    },
  });
  return (
    <Section
      title={i18n.t('Sign out everywhere')}
      detail={i18n.t(
        'Ends your sessions on all devices, also on this one. Use it when you have left one signed in somewhere.',
      )}
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          {i18n.t('Sign out everywhere…')}
        </Button>
      }
    >
      <FormDialog
        title={i18n.t('Sign out everywhere?')}
        opened={asking}
        onClose={() => {
          leave.reset();
          setAsking(false);
        }}
        submitLabel={i18n.t('Sign out everywhere')}
        danger
        ready
        busy={leave.isPending}
        error={leave.error}
        onSubmit={() => leave.mutate()}
      >
        <Text>{i18n.t('Every device has to sign in again, this one as well.')}</Text>
        <Checkbox
          label={i18n.t('Also withdraw my tokens and links')}
          description={i18n.t('Programs and people who use them are shut out.')}
          checked={tokens}
          onChange={(event) => setTokens(event.currentTarget.checked)}
        />
      </FormDialog>
    </Section>
  );
}
