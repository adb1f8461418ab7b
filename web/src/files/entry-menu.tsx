import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
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
import { shownName } from './entry-path.ts';
import type { EntryDialog, FileTasks } from './file-tasks.ts';

type EntryMenuProps = {
  readonly entry: Entry;
  readonly tabIndex: number;
  readonly tasks: FileTasks;
};

/** Everything that can be done with one entry. */
export function EntryMenu({ entry, tabIndex, tasks }: EntryMenuProps) {
  const open = (dialog: EntryDialog) => () => tasks.open(dialog, [entry]);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Actions for ${shownName(entry.path)}`}
          tabIndex={tabIndex}
          data-stop=""
        >
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tasks.download !== null && (
          <Menu.Item leftSection={<IconDownload size={18} />} onClick={() => tasks.download?.([entry])}>
            {isFolder(entry) ? 'Download as zip' : 'Download'}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconInfoCircle size={18} />} onClick={open('properties')}>
          Properties
        </Menu.Item>
        {isBuildable(entry) && !tasks.isGuest && (
          <Menu.Item leftSection={<IconFileText size={18} />} onClick={open('build')}>
            Build and log
          </Menu.Item>
        )}
        <ToolItem entry={entry} tasks={tasks} />
        {tasks.canWrite && (
          <>
            {isBuildable(entry) && !isBuilding(entry) && (
              <Menu.Item leftSection={<IconRefresh size={18} />} onClick={() => tasks.rebuild(entry)}>
                Build again
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconPencil size={18} />} onClick={open('rename')}>
              Rename…
            </Menu.Item>
            <Menu.Item leftSection={<IconFolderSymlink size={18} />} onClick={open('move')}>
              Move…
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={18} />} onClick={open('copy')}>
              Copy…
            </Menu.Item>
            <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={18} />} onClick={open('delete')}>
              Delete…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The one tool for the entry, or the way to all of them. A component of its own: they are found when the menu opens. */
function ToolItem({ entry, tasks }: Pick<EntryMenuProps, 'entry' | 'tasks'>) {
  const offered = tasks.toolsFor([entry]);
  const [only, ...others] = offered;
  if (only === undefined) return null;
  return (
    <Menu.Item leftSection={<IconTools size={18} />} onClick={() => tasks.openTools(offered)}>
      {others.length === 0 ? only.tool.title : 'Tools'}…
    </Menu.Item>
  );
}
