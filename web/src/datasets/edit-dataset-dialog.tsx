import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { changeDataset, datasetName } from '../api/datasets.ts';
import { keys } from '../api/keys.ts';
import type { Dataset, DatasetChange } from '../api/types.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { isComplete, NameAndSlugFields } from '../parts/name-and-slug.tsx';
import { LicenseSelect } from './license-select.tsx';
import { VisibilityChoice } from './visibility-choice.tsx';

type EditDatasetDialogProps = {
  readonly org: string;
  readonly dataset: Dataset;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Leads a page that is about the dataset to its new address. */
  readonly onMoved?: ((slug: string) => Promise<void>) | undefined;
};

export function EditDatasetDialog({ org, dataset, opened, onClose, onMoved }: EditDatasetDialogProps) {
  const queries = useQueryClient();
  const { meta } = dataset.properties;
  const now = meta?.visibility?.data ?? 0;
  const [identity, setIdentity] = useState({ name: datasetName(dataset), slug: dataset.slug, slugEdited: true });
  const [visibility, setVisibility] = useState(now === 0 ? '0' : '1');
  const [tagline, setTagline] = useState(meta?.tagline?.data ?? '');
  const [license, setLicense] = useState(meta?.license?.data ?? '');
  const save = useMutation({
    mutationFn: (change: DatasetChange) => changeDataset({ org, ds: dataset.slug }, change),
    onSuccess: async (slug) => {
      onClose();
      if (slug !== dataset.slug) await onMoved?.(slug);
    },
    // Also after a failure: the address may have changed already.
    onSettled: () => queries.invalidateQueries({ queryKey: keys.datasets(org) }),
  });
  const taken = save.error instanceof ApiError && save.error.status === 409;
  // Other values than these two also let everybody in; they stay as they are unless somebody chooses.
  const wanted = (visibility === '1') === (now !== 0) ? now : Number(visibility);
  return (
    <FormDialog
      title="Edit the dataset"
      opened={opened}
      onClose={() => {
        save.reset();
        onClose();
      }}
      submitLabel="Save"
      ready={isComplete(identity)}
      busy={save.isPending}
      error={taken ? null : save.error}
      onSubmit={() =>
        save.mutate({
          slug: identity.slug,
          name: identity.name.trim(),
          visibility: wanted,
          ...changedText('tagline', meta?.tagline?.data, tagline.trim()),
          ...changedText('license', meta?.license?.data, license),
        })
      }
    >
      <NameAndSlugFields
        value={identity}
        onChange={(value) => {
          save.reset();
          setIdentity(value);
        }}
        prefix={`/r/${org}/`}
        problem={
          taken
            ? 'This address is taken. Choose another one.'
            : identity.slug === dataset.slug
              ? null
              : 'Links to the old address will no longer work.'
        }
      />
      <TextInput
        label="Tagline"
        description="One line about it"
        maxLength={256}
        value={tagline}
        onChange={(event) => setTagline(event.currentTarget.value)}
      />
      <LicenseSelect value={license} onChange={setLicense} />
      <VisibilityChoice value={visibility} onChange={setVisibility} />
    </FormDialog>
  );
}

/** Only what was changed is sent: each text that is set is a new version of the dataset. */
const changedText = (key: 'tagline' | 'license', now: string | undefined, wanted: string) =>
  wanted === (now ?? '') ? {} : { [key]: wanted };
