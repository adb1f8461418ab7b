import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN } from '../api/admin/roles.ts';
import { keys } from '../api/keys.ts';
import { changeOrganization, type Organization } from '../api/organizations.ts';
import { sessionQuery } from '../api/session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormBody } from '../parts/form-dialog.tsx';
import { DescriptionFields } from './description-fields.tsx';
import { i18n } from '../languages/i18n.ts';

type EditOrganizationFormProps = { readonly organization: Organization; readonly onClose: () => void };

export const EditOrganizationDialog = ({
  opened,
  ...form
}: EditOrganizationFormProps & { readonly opened: boolean }) => (
  <Dialog title={i18n.t('Edit the organization')} opened={opened} onClose={form.onClose}>
    <EditOrganizationForm {...form} />
  </Dialog>
);

function EditOrganizationForm({ organization, onClose }: EditOrganizationFormProps) {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const [name, setName] = useState(organization.name);
  const [facts, setFacts] = useState({
    description: organization.description ?? '',
    isPublic: organization.isPublic,
  });
  const [owner, setOwner] = useState(organization.owner ?? '');
  const me = session.data;
  const mayHandOver = me?.userName === organization.owner || me?.roles.includes(ADMIN) === true;
  const newOwner = owner.trim() !== (organization.owner ?? '') && owner.trim() !== '' ? owner.trim() : undefined;
  const save = useMutation({
    mutationFn: changeOrganization,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.organizations });
      onClose();
    },
  });
  return (
    <FormBody
      onClose={onClose}
      submitLabel={i18n.t('Save')}
      ready={name.trim() !== ''}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate({
          slug: organization.slug,
          name: name.trim(),
          description: facts.description.trim(),
          isPublic: facts.isPublic,
          ...(newOwner === undefined ? {} : { owner: newOwner }),
        })
      }
    >
      <TextInput
        label={i18n.t('Name')}
        required
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <DescriptionFields value={facts} onChange={setFacts} />
      {mayHandOver && (
        <TextInput
          label={i18n.t('Owner')}
          description={i18n.t('User name. The owner has every right and gives the storage.')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={owner}
          onChange={(event) => setOwner(event.currentTarget.value)}
        />
      )}
    </FormBody>
  );
}
