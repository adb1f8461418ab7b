import { Anchor } from '@mantine/core';
import type { DatasetRef } from '../../api/addresses.ts';
import { FolderPicker } from './folder-picker.tsx';
import { TargetFields } from './target-fields.tsx';
import { i18n } from '../../languages/i18n.ts';

/** Where entries go: a folder of the dataset they are in, or of another one, which may not be chosen yet. */
export type Target = { readonly elsewhere: boolean; readonly other: DatasetRef | null; readonly folder: string };

type TargetPickerProps = {
  readonly datasetRef: DatasetRef;
  /** The folder the entries are in. */
  readonly origin: string;
  readonly value: Target;
  readonly problem: string | null;
  readonly onChange: (target: Target) => void;
};

export function TargetPicker({ datasetRef, origin, value, problem, onChange }: TargetPickerProps) {
  const { elsewhere, other, folder } = value;
  const dataset = elsewhere ? other : datasetRef;
  return (
    <>
      {elsewhere && (
        <TargetFields
          from={datasetRef}
          value={other}
          onChange={(next) => onChange({ elsewhere, other: next, folder: '' })}
        />
      )}
      {dataset !== null && (
        <FolderPicker
          // Another dataset has other folders.
          key={`${dataset.org}/${dataset.ds}`}
          datasetRef={dataset}
          folder={folder}
          problem={problem}
          onChange={(next) => onChange({ ...value, folder: next })}
        />
      )}
      <Anchor
        component="button"
        type="button"
        size="sm"
        className="al-link al-start"
        onClick={() => onChange({ elsewhere: !elsewhere, other: null, folder: elsewhere ? origin : '' })}
      >
        {elsewhere ? i18n.t('Stay in this dataset') : i18n.t('Into another dataset…')}
      </Anchor>
    </>
  );
}
