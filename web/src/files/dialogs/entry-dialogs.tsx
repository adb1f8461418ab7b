import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { formatCount } from '../../format/count.ts';
import { Dialog } from '../../parts/dialog.tsx';
import type { Renaming } from '../../rows/row-focus.ts';
import { PropertiesDrawer } from '../properties/properties-drawer.tsx';
import { isFolder } from '../../kinds/index.ts';
import { BuildReport, BuildTitle } from './build-report.tsx';
import { DeleteForm } from './delete-form.tsx';
import { PlaceForm } from './place-form.tsx';
import { RenameForm } from './rename-form.tsx';
import type { OpenDialog } from './use-entry-dialogs.ts';

type EntryDialogsProps = OpenDialog & {
  readonly datasetRef: DatasetRef;
  readonly canWrite: boolean;
  readonly onRenamed: (renaming: Renaming) => void;
  readonly onClose: (serial: number) => void;
};

/** The dialogs about entries of a list. One window for all the forms, so that the focus finds its way back. */
export function EntryDialogs(props: EntryDialogsProps) {
  const { datasetRef, canWrite, dialog, entries, opened, serial, onRenamed, onClose } = props;
  const first = entries[0];
  const close = (): void => onClose(serial);
  const shared = { datasetRef, entries, onClose: close };
  return (
    <>
      <Dialog
        opened={opened && dialog !== 'properties'}
        onClose={close}
        title={
          dialog === 'build' && first !== undefined ? (
            <BuildTitle datasetRef={datasetRef} entry={first} />
          ) : (
            titleOf(dialog, entries)
          )
        }
        size={dialog === 'build' ? 'lg' : 'md'}
      >
        {dialog === 'build' && first !== undefined && (
          <BuildReport datasetRef={datasetRef} entry={first} canWrite={canWrite} />
        )}
        {dialog === 'rename' && first !== undefined && (
          <RenameForm key={serial} datasetRef={datasetRef} entry={first} onRenamed={onRenamed} onClose={close} />
        )}
        {(dialog === 'move' || dialog === 'copy') && <PlaceForm key={serial} way={dialog} {...shared} />}
        {dialog === 'delete' && <DeleteForm key={serial} {...shared} />}
      </Dialog>
      <PropertiesDrawer
        datasetRef={datasetRef}
        entry={dialog === 'properties' ? first : undefined}
        opened={opened && dialog === 'properties'}
        onClose={close}
      />
    </>
  );
}

const VERBS = { rename: 'Rename', move: 'Move', copy: 'Copy', delete: 'Delete' } as const;

function titleOf(dialog: OpenDialog['dialog'], entries: readonly Entry[]): string {
  if (dialog === 'properties' || dialog === 'build') return '';
  return `${VERBS[dialog]} ${subjectOf(entries)}${dialog === 'delete' ? '?' : ''}`;
}

function subjectOf(entries: readonly Entry[]): string {
  const [first] = entries;
  if (entries.length !== 1 || first === undefined) return formatCount(entries.length, 'item');
  return isFolder(first) ? 'this folder' : 'this file';
}
