import { IconFolderFilled } from '@tabler/icons-react';
import { FOLDER_TYPE } from '../../api/entries.ts';
import type { Kind } from '../kind.ts';

export const folderKind: Kind = {
  name: 'folder',
  types: [{ type: FOLDER_TYPE, title: 'Folder', Icon: IconFolderFilled }],
  viewer: () => ({ opens: 'folder' }),
};
