import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { keys } from '../api/keys.ts';
import { createOrganization } from '../api/organizations.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormBody } from '../parts/form-dialog.tsx';
import { isComplete, NameAndSlugFields, NO_NAME } from '../parts/name-and-slug.tsx';
import { DescriptionFields } from './description-fields.tsx';
import { i18n } from '../languages/i18n.ts';

type NewOrganizationDialogProps = { readonly opened: boolean; readonly onClose: () => void };

export const NewOrganizationDialog = ({ opened, onClose }: NewOrganizationDialogProps) => (
  <Dialog title={i18n.t('New organization')} opened={opened} onClose={onClose}>
    <NewOrganizationForm onClose={onClose} />
  </Dialog>
);

function NewOrganizationForm({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [identity, setIdentity] = useState(NO_NAME);
  const [facts, setFacts] = useState({ description: '', isPublic: false });
  const create = useMutation({
    mutationFn: createOrganization,
    onSuccess: async ({ slug }) => {
      await queries.invalidateQueries({ queryKey: keys.organizations });
      await navigate({ to: '/r/$org', params: { org: slug } });
    },
  });
  const taken = create.error instanceof ApiError && create.error.status === 409;
  return (
    <FormBody
      onClose={onClose}
      submitLabel={i18n.t('Create')}
      ready={isComplete(identity)}
      busy={create.isPending}
      error={taken ? null : create.error}
      onSubmit={() =>
        create.mutate({
          slug: identity.slug,
          name: identity.name.trim(),
          description: facts.description.trim(),
          isPublic: facts.isPublic,
        })
      }
    >
      <NameAndSlugFields
        value={identity}
        onChange={(value) => {
          create.reset();
          setIdentity(value);
        }}
        prefix="/r/"
        problem={taken ? i18n.t('This address is taken. Choose another one.') : null}
      />
      <DescriptionFields value={facts} onChange={setFacts} />
    </FormBody>
  );
}
