import { useNavigate } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';
import { isPublicDataset, mayDownload, type ShownDataset } from '../api/datasets.ts';
import { viewOfPage } from '../links/view-of-page.ts';
import { soon } from '../parts/soon.tsx';
import type { useTools } from '../tasks/use-tools.ts';

const GisDialog = soon(async () => (await import('../gis/gis-dialog.tsx')).GisDialog);
const ShareLinksDialog = soon(async () => (await import('../links/share-links-dialog.tsx')).ShareLinksDialog);
const NewFolderDialog = soon(async () => (await import('../files/new-folder-dialog.tsx')).NewFolderDialog);
const ToolDialog = soon(async () => (await import('../tasks/tool-dialog.tsx')).ToolDialog);
const EditDatasetDialog = soon(async () => (await import('../datasets/edit-dataset-dialog.tsx')).EditDatasetDialog);
const DeleteDatasetDialog = soon(
  async () => (await import('../datasets/delete-dataset-dialog.tsx')).DeleteDatasetDialog,
);

export type WorkspaceDialog = 'gis' | 'share' | 'folder' | 'edit' | 'delete';

type WorkspaceDialogsProps = {
  readonly datasetRef: DatasetRef;
  readonly dataset: ShownDataset;
  readonly folder: string;
  readonly isGuest: boolean;
  readonly mayShare: boolean;
  readonly mayDelete: boolean;
  readonly open: WorkspaceDialog | null;
  readonly tools: ReturnType<typeof useTools>['dialog'];
  readonly onClose: () => void;
};

/** The dialogs that the bar of a dataset opens. */
export function WorkspaceDialogs(props: WorkspaceDialogsProps) {
  const { datasetRef, dataset, folder, isGuest, mayShare, mayDelete, open, tools, onClose } = props;
  const navigate = useNavigate();
  const { org } = datasetRef;
  const mayWrite = dataset.permissions?.canWrite === true;
  return (
    <>
      <GisDialog
        datasetRef={datasetRef}
        folder={folder}
        isPublic={isPublicDataset(dataset)}
        byLink={isGuest}
        withData={mayDownload(dataset)}
        opened={open === 'gis'}
        onClose={onClose}
      />
      {mayShare && (
        <ShareLinksDialog
          datasetRef={datasetRef}
          place={{ path: folder, isFolder: true }}
          currentView={viewOfPage}
          opened={open === 'share'}
          onClose={onClose}
        />
      )}
      {mayWrite && (
        <NewFolderDialog datasetRef={datasetRef} parent={folder} opened={open === 'folder'} onClose={onClose} />
      )}
      {mayWrite && !isGuest && (
        <EditDatasetDialog
          org={org}
          dataset={dataset}
          opened={open === 'edit'}
          onClose={onClose}
          onMoved={(ds) => navigate({ to: '/r/$org/$ds', params: { org, ds }, replace: true })}
        />
      )}
      {mayDelete && (
        <DeleteDatasetDialog
          org={org}
          dataset={dataset}
          opened={open === 'delete'}
          onClose={onClose}
          leave={() => navigate({ to: '/r/$org', params: { org } })}
        />
      )}
      {!isGuest && <ToolDialog datasetRef={datasetRef} {...tools} />}
    </>
  );
}
