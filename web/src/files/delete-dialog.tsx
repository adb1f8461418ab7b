import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteEntry } from '../api/entries.ts';
import { keys } from '../api/keys.ts';
import type { DatasetRef, Entry } from '../api/types.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { isFolder } from './entry-kind.ts';
import { baseName } from './entry-path.ts';

type DeleteDialogProps = {
  readonly datasetRef: DatasetRef;
  /** What to ask about. */
  readonly entry: Entry;
  readonly opened: boolean;
  readonly onClose: () => void;
};

export function DeleteDialog({ datasetRef, entry, opened, onClose }: DeleteDialogProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (path: string) => deleteEntry(datasetRef, path),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: keys.entries(datasetRef) });
      await queries.invalidateQueries({ queryKey: keys.datasets(datasetRef.org) });
    },
  });
  return (
    <FormDialog
      title={isFolder(entry) ? 'Delete this folder?' : 'Delete this file?'}
      opened={opened}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      submitLabel="Delete"
      danger
      ready
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(entry.path)}
    >
      <Text className="al-break">
        <strong>{baseName(entry.path)}</strong>
        {isFolder(entry) ? ' and everything in it' : ''} will be gone for everybody. This cannot be undone.
      </Text>
    </FormDialog>
  );
}
