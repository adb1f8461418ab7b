import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { deleteEntry } from '../api/entries.ts';
import { keys } from '../api/keys.ts';
import type { DatasetRef, Entry } from '../api/types.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { isFolder } from './entry-kind.ts';
import { baseName } from './entry-path.ts';

type DeleteDialogProps = {
  readonly datasetRef: DatasetRef;
  /** What to ask about; null closes the dialog. */
  readonly entry: Entry | null;
  readonly onClose: () => void;
};

export function DeleteDialog({ datasetRef, entry, onClose }: DeleteDialogProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (path: string) => deleteEntry(datasetRef, path),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: keys.entries(datasetRef) });
      await queries.invalidateQueries({ queryKey: keys.datasets(datasetRef.org) });
    },
  });
  // The dialog fades out: it keeps its text while it does.
  const last = useRef(entry);
  if (entry !== null) last.current = entry;
  const shown = last.current;
  return (
    <FormDialog
      title={shown !== null && isFolder(shown) ? 'Delete this folder?' : 'Delete this file?'}
      opened={entry !== null}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      submitLabel="Delete"
      danger
      ready
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => {
        if (entry !== null) remove.mutate(entry.path);
      }}
    >
      <Text className="al-break">
        <strong>{shown === null ? '' : baseName(shown.path)}</strong>
        {shown !== null && isFolder(shown) ? ' and everything in it' : ''} will be gone for everybody. This cannot be
        undone.
      </Text>
    </FormDialog>
  );
}
