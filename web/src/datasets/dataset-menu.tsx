import { useState } from 'react';
import type { Dataset } from '../api/answers.ts';
import { datasetName } from '../api/datasets.ts';
import { EditDeleteMenu } from '../parts/edit-delete-menu.tsx';
import { soon } from '../parts/soon.tsx';

const DeleteDatasetDialog = soon(async () => (await import('./delete-dataset-dialog.tsx')).DeleteDatasetDialog);
const EditDatasetDialog = soon(async () => (await import('./edit-dataset-dialog.tsx')).EditDatasetDialog);

type DatasetMenuProps = {
  readonly org: string;
  readonly dataset: Dataset;
  /** On the page of the dataset itself: where to go when it has another address, or none any more. */
  readonly page?: { readonly onMoved: (slug: string) => Promise<void>; readonly onDeleted: () => Promise<void> };
};

/** What can be done with a dataset as a whole. */
export function DatasetMenu({ org, dataset, page }: DatasetMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const mayEdit = dataset.permissions?.canWrite === true;
  const mayDelete = dataset.permissions?.canDelete === true;
  const close = (): void => setOpen(null);
  return (
    <>
      <EditDeleteMenu
        label={`Actions for ${datasetName(dataset)}`}
        variant={page === undefined ? 'subtle' : 'default'}
        mayEdit={mayEdit}
        mayDelete={mayDelete}
        onChoose={setOpen}
      />
      {mayEdit && (
        <EditDatasetDialog
          org={org}
          dataset={dataset}
          opened={open === 'edit'}
          onClose={close}
          onMoved={page?.onMoved}
        />
      )}
      {mayDelete && (
        <DeleteDatasetDialog
          org={org}
          dataset={dataset}
          opened={open === 'delete'}
          onClose={close}
          leave={page?.onDeleted}
        />
      )}
    </>
  );
}
