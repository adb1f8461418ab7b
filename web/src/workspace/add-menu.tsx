import { Button, Menu } from '@mantine/core';
import { IconFolderUp, IconPlus, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { type ChosenFile, filesOfInput } from '../uploads/chosen-files.ts';

type AddMenuProps = { readonly onChoose: (files: readonly ChosenFile[]) => void };

/** Ways to put something into the dataset, from views that have no room for a button each. */
export function AddMenu({ onChoose }: AddMenuProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = (input: HTMLInputElement): void => {
    if (input.files !== null) onChoose(filesOfInput(input.files));
    // Choosing the same file again must fire a change, too.
    input.value = '';
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<IconPlus size={18} />}>Add</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={18} />} onClick={() => files.current?.click()}>
            Upload files
          </Menu.Item>
          <Menu.Item leftSection={<IconFolderUp size={18} />} onClick={() => folder.current?.click()}>
            Upload a folder
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Upload files"
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Upload a folder"
        onChange={({ currentTarget }) => choose(currentTarget)}
        {...{ webkitdirectory: '' }}
      />
    </>
  );
}
