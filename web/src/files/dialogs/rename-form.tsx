import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { moveEntry } from '../../api/entries.ts';
import { keys } from '../../api/keys.ts';
import { FormBody } from '../../parts/form-dialog.tsx';
import type { Renaming } from '../../rows/row-focus.ts';
import { isFolder } from '../../kinds/index.ts';
import { baseName, entryNameProblem, joinPath, parentPath, stemLength } from '../entry-path.ts';
import { isTaken, takenText } from './taken.ts';
import { useHeldByUploads } from './use-held-by-uploads.ts';
import { i18n } from '../../languages/i18n.ts';

type RenameFormProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly onRenamed: (renaming: Renaming) => void;
  readonly onClose: () => void;
};

export function RenameForm({ datasetRef, entry, onRenamed, onClose }: RenameFormProps) {
  const queries = useQueryClient();
  const now = baseName(entry.path);
  const [name, setName] = useState(now);
  const field = useRef<HTMLInputElement>(null);
  const selected = isFolder(entry) ? now.length : stemLength(now);
  const rename = useMutation({
    mutationFn: async (next: string) => {
      const to = joinPath(parentPath(entry.path), next);
      await moveEntry(datasetRef, entry.path, to);
      return { from: entry.path, to };
    },
    onSuccess: async (renaming) => {
      onRenamed(renaming);
      onClose();
      await queries.invalidateQueries({ queryKey: keys.entries(datasetRef) });
    },
  });
  // Once, as the dialog opens: typing replaces the name, and leaves the extension.
  useEffect(() => field.current?.setSelectionRange(0, selected), [selected]);
  const held = useHeldByUploads(datasetRef, [entry]);
  const taken = isTaken(rename.error);
  const problem = name === now ? null : entryNameProblem(name);
  return (
    <FormBody
      onClose={onClose}
      submitLabel={i18n.t('Rename')}
      ready={name !== now && problem === null && held === null}
      missing={held}
      busy={rename.isPending}
      error={taken ? null : rename.error}
      onSubmit={() => rename.mutate(name)}
    >
      <TextInput
        label={i18n.t('Name')}
        ref={field}
        data-autofocus
        value={name}
        error={taken ? takenText(name) : problem}
        onChange={(event) => {
          rename.reset();
          setName(event.currentTarget.value);
        }}
      />
    </FormBody>
  );
}
