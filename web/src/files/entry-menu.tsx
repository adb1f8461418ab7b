import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { downloadAddress } from '../api/addresses.ts';
import { isBuilding } from '../api/entries.ts';
import type { DatasetRef, Entry } from '../api/types.ts';
import { hasMap, isFolder } from './entry-kind.ts';
import { baseName } from './entry-path.ts';
import { useRebuild } from './use-rebuild.ts';

type EntryMenuProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly tabIndex: number;
  readonly canWrite: boolean;
  readonly onDelete: (() => void) | undefined;
};

/** Everything that can be done with one entry. A folder has an entry here only if it can be deleted. */
export function EntryMenu({ datasetRef, entry, tabIndex, canWrite, onDelete }: EntryMenuProps) {
  const again = useRebuild(datasetRef);
  if (isFolder(entry) && onDelete === undefined) return null;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Actions for ${baseName(entry.path)}`}
          tabIndex={tabIndex}
          data-stop=""
        >
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isFolder(entry) && (
          <Menu.Item
            component="a"
            href={downloadAddress(datasetRef, entry.path)}
            download=""
            leftSection={<IconDownload size={18} />}
          >
            Download
          </Menu.Item>
        )}
        {canWrite && hasMap(entry) && !isBuilding(entry) && (
          <Menu.Item leftSection={<IconRefresh size={18} />} onClick={() => again.mutate(entry.path)}>
            Build again
          </Menu.Item>
        )}
        {onDelete !== undefined && (
          <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={18} />} onClick={onDelete}>
            Delete…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
