import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconDownload,
  IconFileText,
  IconFolderSymlink,
  IconInfoCircle,
  IconPencil,
  IconRefresh,
  IconTools,
  IconTrash,
} from '@tabler/icons-react';
import type { Entry } from '../api/answers.ts';
import { isBuilding } from '../api/entries.ts';
import { isBuildable, isFolder } from '../kinds/index.ts';
import type { EntryDialog, FileTasks } from './file-tasks.ts';
import { i18n } from '../languages/i18n.ts';

type EntryMenuItemsProps = { readonly entry: Entry; readonly tasks: FileTasks };

/** Everything that can be done with one entry. */
export function EntryMenuItems({ entry, tasks }: EntryMenuItemsProps) {
  const open = (dialog: EntryDialog) => () => tasks.open(dialog, [entry]);
  return (
    <>
      {tasks.download !== null && (
        <Menu.Item leftSection={<IconDownload size={18} />} onClick={() => tasks.download?.([entry])}>
          {isFolder(entry) ? i18n.t('Download as zip') : i18n.t('Download')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconInfoCircle size={18} />} onClick={open('properties')}>
        {i18n.t('Properties')}
      </Menu.Item>
      {isBuildable(entry) && !tasks.isGuest && (
        <Menu.Item leftSection={<IconFileText size={18} />} onClick={open('build')}>
          {i18n.t('Build and log')}
        </Menu.Item>
      )}
      <ToolItem entry={entry} tasks={tasks} />
      {tasks.canWrite && (
        <>
          {isBuildable(entry) && !isBuilding(entry) && (
            <Menu.Item leftSection={<IconRefresh size={18} />} onClick={() => tasks.rebuild(entry)}>
              {i18n.t('Build again')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={18} />} onClick={open('rename')}>
            {i18n.t('Rename…')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFolderSymlink size={18} />} onClick={open('move')}>
            {i18n.t('Move…')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={18} />} onClick={open('copy')}>
            {i18n.t('Copy…')}
          </Menu.Item>
          <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={18} />} onClick={open('delete')}>
            {i18n.t('Delete…')}
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** The one tool for the entry, or the way to all of them. A component of its own: they are found when the menu opens. */
function ToolItem({ entry, tasks }: EntryMenuItemsProps) {
  const offered = tasks.toolsFor([entry]);
  const [only, ...others] = offered;
  if (only === undefined) return null;
  return (
    <Menu.Item leftSection={<IconTools size={18} />} onClick={() => tasks.openTools(offered)}>
      {others.length === 0 ? only.tool.title : i18n.t('Tools')}…
    </Menu.Item>
  );
}
