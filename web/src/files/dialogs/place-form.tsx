import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { FormBody } from '../../parts/form-dialog.tsx';
import { baseName, entryNameProblem, joinPath, parentPath } from '../entry-path.ts';
import { AlongNote } from '../companions/along-note.tsx';
import { allOf } from '../companions/going-along.ts';
import { useAlong } from '../companions/use-along.ts';
import { FailureList } from './failure-list.tsx';
import { ManyProgress } from './many-progress.tsx';
import { areThere, copyName, placeProblem } from './place-entries.ts';
import { isTaken, takenText, type WhenTaken } from './taken.ts';
import { TargetPicker, type Target } from './target-picker.tsx';
import { useHeldByUploads } from './use-held-by-uploads.ts';
import { usePlacing } from './use-placing.ts';
import { i18n } from '../../languages/i18n.ts';

type PlaceFormProps = {
  readonly way: 'move' | 'copy';
  readonly datasetRef: DatasetRef;
  readonly entries: readonly Entry[];
  readonly onClose: () => void;
};

const WORDS = {
  move: {
    submit: i18n.t('Move here'),
    failed: (count: number) => i18n.t('{count, plural, one {# item not moved} other {# items not moved}}', { count }),
  },
  copy: {
    submit: i18n.t('Copy here'),
    failed: (count: number) => i18n.t('{count, plural, one {# item not copied} other {# items not copied}}', { count }),
  },
} as const;

/** Asks where to, for a single entry the name it gets there, and what to do when a name is taken. */
export function PlaceForm({ way, datasetRef, entries, onClose }: PlaceFormProps) {
  const only = entries.length === 1 ? entries[0] : undefined;
  const origin = parentPath(entries[0]?.path ?? '');
  const [target, setTarget] = useState<Target>({ elsewhere: false, other: null, folder: origin });
  const { elsewhere, other, folder } = target;
  const [typed, setTyped] = useState<string | null>(null);
  const [wish, setWish] = useState<WhenTaken>('tell');
  // The service moves nothing onto something else within a dataset.
  const mayReplace = way === 'copy' || elsewhere;
  const whenTaken = wish === 'replace' && !mayReplace ? 'tell' : wish;
  const beside = !elsewhere && areThere(entries, folder);
  // A copy beside the original has to be named otherwise; elsewhere names stay.
  const proposed = only === undefined ? null : way === 'copy' && beside ? copyName(only) : baseName(only.path);
  const name = only === undefined ? null : (typed ?? proposed);
  const along = useAlong(datasetRef, entries);
  const placing = usePlacing({ way, datasetRef, entries, along, other, folder, name, whenTaken, onDone: onClose });

  const held = useHeldByUploads(datasetRef, way === 'move' ? [...entries, ...allOf(along)] : []);
  const nameProblem = name === null ? null : entryNameProblem(name);
  const problem = elsewhere ? null : placeProblem(entries, folder);
  const still = way === 'move' && beside && (only === undefined || name === baseName(only.path));
  const nowhere = elsewhere && other === null;
  const taken = only !== undefined && isTaken(placing.error);
  const { failures } = placing;
  return (
    <FormBody
      onClose={onClose}
      submitLabel={failures.length > 0 ? i18n.t('Try again') : WORDS[way].submit}
      ready={!along.isPending && !nowhere && !still && held === null && problem === null && nameProblem === null}
      missing={
        held ??
        (nowhere ? i18n.t('Choose a dataset.') : still ? i18n.t('It is there already. Choose another folder.') : null)
      }
      busy={placing.isPending}
      error={taken ? null : placing.error}
      onSubmit={() => {
        along.keep();
        placing.start();
      }}
    >
      {placing.isBegun ? (
        // Elsewhere, what is left would be apart from the files it belongs to.
        <TextInput label={i18n.t('Into the folder')} value={joinPath((other ?? datasetRef).ds, folder)} readOnly />
      ) : (
        <TargetPicker
          datasetRef={datasetRef}
          origin={origin}
          value={target}
          problem={problem}
          onChange={(next) => {
            placing.reset();
            setTarget(next);
          }}
        />
      )}
      {name !== null && (
        <TextInput
          label={i18n.t('Name there')}
          value={name}
          readOnly={placing.isBegun}
          error={taken ? takenText(name) : nameProblem}
          onChange={(event) => {
            placing.reset();
            setTyped(event.currentTarget.value);
          }}
        />
      )}
      <TakenSelect value={whenTaken} mayReplace={mayReplace} onChange={setWish} />
      {failures.length > 0 && <FailureList title={WORDS[way].failed(failures.length)} failures={failures} />}
      <AlongNote way={way} chosen={entries.length} along={along} />
      <ManyProgress progress={placing.progress} />
    </FormBody>
  );
}

const CHOICES: readonly { readonly value: WhenTaken; readonly label: string }[] = [
  { value: 'tell', label: i18n.t('Leave it, and tell me') },
  { value: 'number', label: i18n.t('Keep both, with a number') },
  { value: 'replace', label: i18n.t('Replace what is there') },
];

type TakenSelectProps = {
  readonly value: WhenTaken;
  readonly mayReplace: boolean;
  readonly onChange: (value: WhenTaken) => void;
};

const TakenSelect = ({ value, mayReplace, onChange }: TakenSelectProps) => (
  <NativeSelect
    label={i18n.t('If a name is taken there')}
    description={value === 'replace' ? i18n.t('A folder that is replaced loses all that is in it.') : undefined}
    data={CHOICES.filter((it) => mayReplace || it.value !== 'replace')}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value as WhenTaken)}
  />
);
