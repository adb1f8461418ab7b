import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { createDataset } from '../api/datasets.ts';
import { keys } from '../api/keys.ts';
import type { NewDataset } from '../api/types.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { isComplete, NameAndSlugFields, NO_NAME } from '../parts/name-and-slug.tsx';
import { VisibilityChoice } from './visibility-choice.tsx';

type NewDatasetDialogProps = { readonly org: string; readonly opened: boolean; readonly onClose: () => void };

export function NewDatasetDialog({ org, opened, onClose }: NewDatasetDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [identity, setIdentity] = useState(NO_NAME);
  const [tagline, setTagline] = useState('');
  const [visibility, setVisibility] = useState('0');
  const create = useMutation({
    mutationFn: (dataset: NewDataset) => createDataset(org, dataset),
    onSuccess: async ({ slug }) => {
      await queries.invalidateQueries({ queryKey: keys.datasets(org) });
      await navigate({ to: '/r/$org/$ds', params: { org, ds: slug } });
    },
  });
  const taken = create.error instanceof ApiError && create.error.status === 409;
  return (
    <FormDialog
      title="New dataset"
      opened={opened}
      onClose={onClose}
      submitLabel="Create"
      ready={isComplete(identity)}
      busy={create.isPending}
      error={taken ? null : create.error}
      onSubmit={() =>
        create.mutate({
          slug: identity.slug,
          name: identity.name.trim(),
          visibility: Number(visibility),
          tagline: tagline.trim(),
        })
      }
    >
      <NameAndSlugFields
        value={identity}
        onChange={(value) => {
          create.reset();
          setIdentity(value);
        }}
        prefix={`/r/${org}/`}
        problem={taken ? 'This address is taken. Choose another one.' : null}
      />
      <TextInput
        label="Tagline"
        description="One line about it"
        maxLength={256}
        value={tagline}
        onChange={(event) => setTagline(event.currentTarget.value)}
      />
      <VisibilityChoice value={visibility} onChange={setVisibility} />
    </FormDialog>
  );
}
