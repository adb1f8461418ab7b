import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { ActivityItem, ActivityLink } from '../activity/activity-link.tsx';
import { useActivityCount } from '../activity/use-activity-count.ts';
import type { DatasetRef } from '../api/addresses.ts';
import { datasetName, type ShownDataset } from '../api/datasets.ts';
import { sessionQuery } from '../api/session.ts';
import { useUploadInto } from '../files/use-upload-into.ts';
import { useTools } from '../tasks/use-tools.ts';
import { AddItems, AddMenu } from './add-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { useFileChooser } from './use-file-chooser.tsx';
import { WorkspaceDialogs, type WorkspaceDialog } from './workspace-dialogs.tsx';
import { i18n } from '../languages/i18n.ts';

type WorkspaceActionsProps = {
  readonly datasetRef: DatasetRef;
  readonly dataset: ShownDataset;
  /** Folder that is open; '' is the dataset itself. */
  readonly folder: string;
  readonly isActivity: boolean;
};

/** What can be done with a dataset from each of its views. On a phone all of it is in one menu. */
export function WorkspaceActions({ datasetRef, dataset, folder, isActivity }: WorkspaceActionsProps) {
  const { token } = useSearch({ strict: false });
  const session = useQuery(sessionQuery);
  const isNarrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const [open, setOpen] = useState<WorkspaceDialog | null>(null);
  const upload = useUploadInto(datasetRef, folder);
  const chooser = useFileChooser(upload.add);
  const isGuest = token !== undefined;
  const mayWrite = dataset.permissions?.canWrite === true;
  const mayDelete = dataset.permissions?.canDelete === true && !isGuest;
  // A link lets others see what its maker may show: it takes an account and the right to write.
  const mayShare = mayWrite && !isGuest && session.data !== null && session.data !== undefined;
  const tools = useTools(datasetRef, { canWrite: mayWrite, enabled: !isGuest });
  const offered = tools.inFolder(folder);
  const count = useActivityCount(datasetRef, !isGuest);
  const add = {
    onFiles: chooser.chooseFiles,
    onFolder: chooser.chooseFolder,
    onNewFolder: () => setOpen('folder'),
  };
  const show = (dialog: WorkspaceDialog, may: boolean) => (may ? () => setOpen(dialog) : undefined);
  const hasFolded = isNarrow && (mayWrite || !isGuest);
  return (
    <div className="al-workspace-actions">
      {!isNarrow && (
        <>
          {!isGuest && <ActivityLink datasetRef={datasetRef} count={count} isCurrent={isActivity} />}
          {mayShare && (
            <Button variant="default" leftSection={<IconLink size={18} aria-hidden />} onClick={() => setOpen('share')}>
              <span className="al-word">{i18n.t('Share')}</span>
            </Button>
          )}
          {mayWrite && <AddMenu {...add} />}
        </>
      )}
      <MoreMenu
        label={
          isNarrow && count > 0
            ? i18n.t('Actions for {datasetName}, {count} active', { datasetName: datasetName(dataset), count })
            : i18n.t('Actions for {datasetName}', { datasetName: datasetName(dataset) })
        }
        isMarked={isNarrow && count > 0}
        folded={
          hasFolded ? (
            <>
              {!isGuest && <ActivityItem datasetRef={datasetRef} count={count} />}
              {mayShare && (
                <Menu.Item leftSection={<IconLink size={18} />} onClick={() => setOpen('share')}>
                  {i18n.t('Share')}
                </Menu.Item>
              )}
              {mayWrite && <AddItems {...add} />}
              <Menu.Divider />
            </>
          ) : null
        }
        onGis={show('gis', dataset.link?.hasPassword !== true)}
        onTools={offered.length > 0 ? () => tools.open(offered) : undefined}
        onEdit={show('edit', mayWrite && !isGuest)}
        onDelete={show('delete', mayDelete)}
      />
      {chooser.inputs}
      <WorkspaceDialogs
        datasetRef={datasetRef}
        dataset={dataset}
        folder={folder}
        isGuest={isGuest}
        mayShare={mayShare}
        mayDelete={mayDelete}
        open={open}
        tools={tools.dialog}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}
