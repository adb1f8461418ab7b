import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { moveEntry } from '../../api/entries.ts';
import { keys } from '../../api/keys.ts';
import { FormBody } from '../../parts/form-dialog.tsx';
import type { Renaming } from '../../rows/row-focus.ts';
import { isFolder } from '../../kinds/index.ts';
import { baseName, entryNameProblem, joinPath, parentPath, stemLength } from '../entry-path.ts';
import { AlongNote } from '../companions/along-note.tsx';
import { allOf } from '../companions/going-along.ts';
import { useAlong } from '../companions/use-along.ts';
import { FailureList } from './failure-list.tsx';
import type { Failure } from './in-parts.ts';
import { placeAlong } from './place-along.ts';
import { isTaken, takenText, type Placed } from './taken.ts';
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
  const one = useMemo(() => [entry], [entry]);
  const along = useAlong(datasetRef, one);
  const placed = useRef(new Map<string, Placed>());
  const [isRenamed, setRenamed] = useState(false);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const rename = useMutation({
    mutationFn: async (next: string) => {
      const to = joinPath(parentPath(entry.path), next);
      return placeAlong({
        main: entry,
        companions: along.of.get(entry.path) ?? [],
        placed: placed.current,
        placeMain: async () => {
          await moveEntry(datasetRef, entry.path, to);
          onRenamed({ from: entry.path, to });
          setRenamed(true);
          return { to, isReplacing: false };
        },
        place: (from, path) => moveEntry(datasetRef, from, path),
      });
    },
    onSuccess: (stayed) => {
      setFailures(stayed);
      if (stayed.length === 0) onClose();
    },
    // Also after a failure: some of them may be renamed.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: keys.entries(datasetRef) });
    },
  });
  // Once, as the dialog opens: typing replaces the name, and leaves the extension.
  useEffect(() => field.current?.setSelectionRange(0, selected), [selected]);
  const held = useHeldByUploads(datasetRef, [...one, ...allOf(along)]);
  const taken = isTaken(rename.error);
  const problem = name === now ? null : entryNameProblem(name);
  return (
    <FormBody
      onClose={onClose}
      submitLabel={isRenamed ? i18n.t('Try again') : i18n.t('Rename')}
      ready={name !== now && problem === null && held === null && !along.isPending}
      missing={held}
      busy={rename.isPending}
      error={taken ? null : rename.error}
      onSubmit={() => {
        along.keep();
        rename.mutate(name);
      }}
    >
      <TextInput
        label={i18n.t('Name')}
        ref={field}
        data-autofocus
        value={name}
        // It has its new name already: only the others are left.
        readOnly={isRenamed}
        error={taken ? takenText(name) : problem}
        onChange={(event) => {
          rename.reset();
          setName(event.currentTarget.value);
        }}
      />
      {failures.length > 0 && (
        <FailureList
          title={i18n.t('{count, plural, one {# companion file} other {# companion files}} not renamed', {
            count: failures.length,
          })}
          failures={failures}
        />
      )}
      <AlongNote way="rename" chosen={1} along={along} />
    </FormBody>
  );
}
