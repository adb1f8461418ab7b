import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { createFolder } from '../api/entries.ts';
import { keys } from '../api/keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormBody } from '../parts/form-dialog.tsx';
import { entryNameProblem, joinPath } from './entry-path.ts';
import { i18n } from '../languages/i18n.ts';

type NewFolderFormProps = {
  readonly datasetRef: DatasetRef;
  readonly parent: string;
  readonly onClose: () => void;
};

export const NewFolderDialog = ({ opened, ...form }: NewFolderFormProps & { readonly opened: boolean }) => (
  <Dialog title={i18n.t('New folder')} opened={opened} onClose={form.onClose}>
    <NewFolderForm {...form} />
  </Dialog>
);

function NewFolderForm({ datasetRef, parent, onClose }: NewFolderFormProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: (folder: string) => createFolder(datasetRef, joinPath(parent, folder)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.entries(datasetRef) });
      onClose();
    },
  });
  const problem = entryNameProblem(name);
  return (
    <FormBody
      onClose={onClose}
      submitLabel={i18n.t('Create')}
      ready={problem === null}
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate(name)}
    >
      <TextInput
        label={i18n.t('Name')}
        data-autofocus
        value={name}
        error={name === '' ? null : problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormBody>
  );
}
