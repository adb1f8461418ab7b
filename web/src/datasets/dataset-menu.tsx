import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { datasetName } from '../api/datasets.ts';
import type { Dataset } from '../api/types.ts';
import { DeleteDatasetDialog } from './delete-dataset-dialog.tsx';
import { EditDatasetDialog } from './edit-dataset-dialog.tsx';

type DatasetMenuProps = { readonly org: string; readonly dataset: Dataset };

/** What can be done with a dataset as a whole. */
export function DatasetMenu({ org, dataset }: DatasetMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const mayEdit = dataset.permissions?.canWrite === true;
  const mayDelete = dataset.permissions?.canDelete === true;
  if (!mayEdit && !mayDelete) return null;
  return (
    <div className="al-card-menu">
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${datasetName(dataset)}`}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => setOpen('edit')}>
              Edit…
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={18} />}
              onClick={() => setOpen('delete')}
            >
              Delete…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <EditDatasetDialog org={org} dataset={dataset} opened={open === 'edit'} onClose={() => setOpen(null)} />
      <DeleteDatasetDialog org={org} dataset={dataset} opened={open === 'delete'} onClose={() => setOpen(null)} />
    </div>
  );
}
