import { Button, Menu } from '@mantine/core';
import { IconFolderPlus, IconFolderUp, IconPlus, IconUpload } from '@tabler/icons-react';
import { i18n } from '../languages/i18n.ts';

type AddItemsProps = {
  readonly onFiles: () => void;
  readonly onFolder: () => void;
  readonly onNewFolder: () => void;
};

/** Ways to put something into the dataset. */
export const AddMenu = (props: AddItemsProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button leftSection={<IconPlus size={18} aria-hidden />}>
        <span className="al-word">{i18n.t('Add')}</span>
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <AddItems {...props} />
    </Menu.Dropdown>
  </Menu>
);

export const AddItems = ({ onFiles, onFolder, onNewFolder }: AddItemsProps) => (
  <>
    <Menu.Item leftSection={<IconUpload size={18} />} onClick={onFiles}>
      {i18n.t('Upload files')}
    </Menu.Item>
    <Menu.Item leftSection={<IconFolderUp size={18} />} onClick={onFolder}>
      {i18n.t('Upload a folder')}
    </Menu.Item>
    <Menu.Item leftSection={<IconFolderPlus size={18} />} onClick={onNewFolder}>
      {i18n.t('New folder')}
    </Menu.Item>
  </>
);
