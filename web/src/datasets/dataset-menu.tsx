import { useState } from 'react';
import type { Dataset } from '../api/answers.ts';
import { datasetName } from '../api/datasets.ts';
import { EditDeleteMenu } from '../parts/edit-delete-menu.tsx';
import { soon } from '../parts/soon.tsx';
import { i18n } from '../languages/i18n.ts';

const DeleteDatasetDialog = soon(async () => (await import('./delete-dataset-dialog.tsx')).DeleteDatasetDialog);
const EditDatasetDialog = soon(async () => (await import('./edit-dataset-dialog.tsx')).EditDatasetDialog);

type DatasetMenuProps = { readonly org: string; readonly dataset: Dataset };

/** What can be done with a dataset as a whole. */
export function DatasetMenu({ org, dataset }: DatasetMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const mayEdit = dataset.permissions?.canWrite === true;
  const mayDelete = dataset.permissions?.canDelete === true;
  const close = (): void => setOpen(null);
  return (
    <>
      <EditDeleteMenu
        label={i18n.t('Actions for {datasetName}', { datasetName: datasetName(dataset) })}
        variant="subtle"
        mayEdit={mayEdit}
        mayDelete={mayDelete}
        onChoose={setOpen}
      />
      {mayEdit && <EditDatasetDialog org={org} dataset={dataset} opened={open === 'edit'} onClose={close} />}
      {mayDelete && <DeleteDatasetDialog org={org} dataset={dataset} opened={open === 'delete'} onClose={close} />}
    </>
  );
}
