import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { copyEntry, moveEntry } from '../../api/entries.ts';
import type { DatasetRef, Entry } from '../../api/types.ts';
import { formatCount } from '../../format/count.ts';
import { FormBody } from '../../parts/form-dialog.tsx';
import { baseName, entryNameProblem, joinPath, parentPath } from '../entry-path.ts';
import { FailureList } from './failure-list.tsx';
import { FolderPicker } from './folder-picker.tsx';
import { areThere, copyName, placeAll, placements, placeProblem, type Placement } from './place-entries.ts';
import { isTaken, takenText } from './taken.ts';
import { useManyAtOnce } from './use-many-at-once.ts';

type PlaceFormProps = {
  readonly way: 'move' | 'copy';
  readonly datasetRef: DatasetRef;
  readonly entries: readonly Entry[];
  readonly onClose: () => void;
};

const WORDS = {
  move: { submit: 'Move here', failed: 'not moved' },
  copy: { submit: 'Copy here', failed: 'not copied' },
} as const;

/** Asks for the folder and, for a single entry, the name it gets there. */
export function PlaceForm({ way, datasetRef, entries, onClose }: PlaceFormProps) {
  const only = entries.length === 1 ? entries[0] : undefined;
  const [folder, setFolder] = useState(parentPath(entries[0]?.path ?? ''));
  const [typed, setTyped] = useState<string | null>(null);
  // A copy beside the original has to be named otherwise; elsewhere names stay.
  const proposed =
    only === undefined ? '' : way === 'copy' && areThere([only], folder) ? copyName(only) : baseName(only.path);
  const name = typed ?? proposed;

  const placing = useManyAtOnce({
    datasetRef,
    entries,
    onDone: onClose,
    run: async (wanted) => {
      const place = async ({ from, to }: Placement): Promise<unknown> =>
        way === 'move' ? moveEntry(datasetRef, from, to) : copyEntry(datasetRef, from, to);
      if (only === undefined) return placeAll(placements(wanted, folder), place);
      await place({ from: only.path, to: joinPath(folder, name) });
      return [];
    },
  });

  const nameProblem = only === undefined ? null : entryNameProblem(name);
  const problem = placeProblem(entries, folder);
  const still = way === 'move' && areThere(entries, folder) && (only === undefined || name === baseName(only.path));
  const taken = only !== undefined && isTaken(placing.error);
  const { failures } = placing;
  return (
    <FormBody
      onClose={onClose}
      submitLabel={failures.length > 0 ? 'Try again' : WORDS[way].submit}
      ready={problem === null && nameProblem === null && !still}
      missing={still ? 'It is there already. Choose another folder.' : null}
      busy={placing.isPending}
      error={taken ? null : placing.error}
      onSubmit={placing.start}
    >
      <FolderPicker
        datasetRef={datasetRef}
        folder={folder}
        problem={problem}
        onChange={(next) => {
          placing.reset();
          setFolder(next);
        }}
      />
      {only !== undefined && (
        <TextInput
          label="Name there"
          value={name}
          error={taken ? takenText(name) : nameProblem}
          onChange={(event) => {
            placing.reset();
            setTyped(event.currentTarget.value);
          }}
        />
      )}
      {failures.length > 0 && (
        <FailureList title={`${formatCount(failures.length, 'item')} ${WORDS[way].failed}`} failures={failures} />
      )}
    </FormBody>
  );
}
