import { Modal } from '@mantine/core';
import type { DatasetRef, Entry } from '../../api/types.ts';
import { formatCount } from '../../format/count.ts';
import { PropertiesDrawer } from '../properties/properties-drawer.tsx';
import { isFolder } from '../entry-kind.ts';
import { DeleteForm } from './delete-form.tsx';
import { PlaceForm } from './place-form.tsx';
import { RenameForm } from './rename-form.tsx';
import type { OpenDialog } from './use-entry-dialogs.ts';

type EntryDialogsProps = {
  readonly datasetRef: DatasetRef;
  readonly state: OpenDialog;
  readonly onClose: () => void;
};

/** The dialogs about entries of a list. One window for all the forms, so that the focus finds its way back. */
export function EntryDialogs({ datasetRef, state, onClose }: EntryDialogsProps) {
  const { dialog, entries, opened, serial } = state;
  const first = entries[0];
  const shared = { datasetRef, entries, onClose };
  return (
    <>
      <Modal
        opened={opened && dialog !== 'properties'}
        onClose={onClose}
        title={titleOf(state)}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {dialog === 'rename' && first !== undefined && (
          <RenameForm key={serial} datasetRef={datasetRef} entry={first} onClose={onClose} />
        )}
        {(dialog === 'move' || dialog === 'copy') && <PlaceForm key={serial} way={dialog} {...shared} />}
        {dialog === 'delete' && <DeleteForm key={serial} {...shared} />}
      </Modal>
      <PropertiesDrawer
        datasetRef={datasetRef}
        entry={dialog === 'properties' ? first : undefined}
        opened={opened && dialog === 'properties'}
        onClose={onClose}
      />
    </>
  );
}

const VERBS = { rename: 'Rename', move: 'Move', copy: 'Copy', delete: 'Delete', properties: '' } as const;

function titleOf({ dialog, entries }: OpenDialog): string {
  const mark = dialog === 'delete' ? '?' : '';
  return `${VERBS[dialog]} ${subjectOf(entries)}${mark}`;
}

function subjectOf(entries: readonly Entry[]): string {
  const [first] = entries;
  if (entries.length !== 1 || first === undefined) return formatCount(entries.length, 'item');
  return isFolder(first) ? 'this folder' : 'this file';
}
