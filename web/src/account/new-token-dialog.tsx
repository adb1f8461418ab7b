import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../api/keys.ts';
import { organizationsQuery } from '../api/organizations.ts';
import { createToken } from '../api/tokens.ts';
import { ExpirySelect, USUAL_DAYS } from '../parts/fields/expiry-select.tsx';
import { NameField } from '../parts/fields/name-field.tsx';
import { SecretField } from '../parts/fields/secret-field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { i18n } from '../languages/i18n.ts';

type NewTokenDialogProps = { readonly opened: boolean; readonly onClose: () => void };

const EMPTY = { name: '', organization: '', dataset: '', days: USUAL_DAYS, mayWrite: false };

/** Asks what a token shall reach, and then shows it, once. */
export function NewTokenDialog({ opened, onClose }: NewTokenDialogProps) {
  const queries = useQueryClient();
  const organizations = useQuery({ ...organizationsQuery, enabled: opened });
  const [wanted, setWanted] = useState(EMPTY);
  const create = useMutation({
    mutationFn: createToken,
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tokens }),
  });
  const close = (): void => {
    create.reset();
    setWanted(EMPTY);
    onClose();
  };
  if (create.data !== undefined) {
    return (
      <Modal
        opened={opened}
        onClose={close}
        title={i18n.t('Your token')}
        centered
        closeButtonProps={{ 'aria-label': i18n.t('Close') }}
      >
        <Stack>
          <SecretField
            label={create.data.name}
            description={i18n.t('Copy it now: it is not shown again. Treat it like a password.')}
            value={create.data.token}
          />
          <Group justify="flex-end">
            <Button onClick={close}>{i18n.t('Done')}</Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  const organization = wanted.organization.trim();
  const dataset = wanted.dataset.trim();
  return (
    <FormDialog
      title={i18n.t('New token')}
      opened={opened}
      onClose={close}
      submitLabel={i18n.t('Create')}
      ready={wanted.name.trim() !== '' && (organization === '') === (dataset === '')}
      busy={create.isPending}
      error={create.error}
      onSubmit={() =>
        create.mutate({
          name: wanted.name.trim(),
          expiresInDays: wanted.days,
          readOnly: !wanted.mayWrite,
          ...(organization === '' ? {} : { organization }),
          ...(dataset === '' ? {} : { dataset }),
        })
      }
    >
      <TextInput
        label={i18n.t('Name')}
        description={i18n.t('What it is for')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={128}
        value={wanted.name}
        onChange={({ currentTarget: { value } }) => setWanted({ ...wanted, name: value })}
      />
      <ExpirySelect value={wanted.days} onChange={(days) => setWanted({ ...wanted, days })} />
      <NameField
        label={i18n.t('Organization')}
        description={i18n.t('Empty: everything you reach')}
        names={organizations.data?.map(({ slug }) => slug) ?? []}
        value={wanted.organization}
        onChange={(value) => setWanted({ ...wanted, organization: value })}
      />
      {organization !== '' && (
        <TextInput
          label={i18n.t('Dataset')}
          description={i18n.t('The only one it reaches, by its address, such as west-field')}
          required
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={wanted.dataset}
          onChange={({ currentTarget: { value } }) => setWanted({ ...wanted, dataset: value })}
        />
      )}
      <Checkbox
        label={i18n.t('May also change data')}
        description={i18n.t('Without this it only reads.')}
        checked={wanted.mayWrite}
        onChange={({ currentTarget: { checked } }) => setWanted({ ...wanted, mayWrite: checked })}
      />
    </FormDialog>
  );
}
