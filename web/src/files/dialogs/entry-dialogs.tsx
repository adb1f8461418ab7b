import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { Dialog } from '../../parts/dialog.tsx';
import type { Renaming } from '../../rows/row-focus.ts';
import { DockedProperties } from '../properties/docked-properties.tsx';
import { isFolder } from '../../kinds/index.ts';
import { BuildReport, BuildTitle } from './build-report.tsx';
import { DeleteForm } from './delete-form.tsx';
import { PlaceForm } from './place-form.tsx';
import { RenameForm } from './rename-form.tsx';
import type { OpenDialog } from './use-entry-dialogs.ts';
import { i18n } from '../../languages/i18n.ts';

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
      <DockedProperties
        datasetRef={datasetRef}
        entry={dialog === 'properties' ? first : undefined}
        opened={opened && dialog === 'properties'}
        serial={serial}
        mayWrite={canWrite}
        onClose={close}
      />
    </>
  );
}

function titleOf(dialog: OpenDialog['dialog'], entries: readonly Entry[]): string {
  const [first] = entries;
  const count = entries.length;
  const one = count !== 1 || first === undefined ? 'other' : isFolder(first) ? 'folder' : 'file';
  const about = { one, count };
  switch (dialog) {
    case 'rename':
      return i18n.t('{one, select, folder {Rename this folder} other {Rename this file}}', about);
    case 'move':
      return i18n.t('{one, select, folder {Move this folder} file {Move this file} other {Move {count} items}}', about);
    case 'copy':
      return i18n.t('{one, select, folder {Copy this folder} file {Copy this file} other {Copy {count} items}}', about);
    case 'delete':
      return i18n.t(
        '{one, select, folder {Delete this folder?} file {Delete this file?} other {Delete {count} items?}}',
        about,
      );
    default:
      return '';
  }
}
