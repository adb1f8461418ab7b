import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { datasetName, deleteDataset } from '../api/datasets.ts';
import { keys } from '../api/keys.ts';
import type { Dataset } from '../api/types.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatCount } from '../format/count.ts';
import { TypedConfirmation } from '../parts/fields/typed-confirmation.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';

type DeleteDatasetDialogProps = {
  readonly org: string;
  readonly dataset: Dataset;
  readonly opened: boolean;
  readonly onClose: () => void;
};

export function DeleteDatasetDialog({ org, dataset, opened, onClose }: DeleteDatasetDialogProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => deleteDataset({ org, ds: dataset.slug }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: keys.datasets(org) });
    },
  });
  return (
    <FormDialog
      title="Delete this dataset?"
      opened={opened}
      onClose={() => {
        remove.reset();
        setTyped('');
        onClose();
      }}
      submitLabel="Delete for ever"
      danger
      ready={typed.trim() === dataset.slug}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
    >
      <Text className="al-break">
        <strong>{datasetName(dataset)}</strong> will be gone for everybody, with{' '}
        {formatCount(dataset.properties.entries ?? 0, 'item')} and {formatBytes(dataset.size)} of files. This cannot be
        undone.
      </Text>
      <TypedConfirmation wanted={dataset.slug} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
