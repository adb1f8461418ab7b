import { IconFolderFilled } from '@tabler/icons-react';
import { FOLDER_TYPE } from '../../api/entries.ts';
import type { Kind } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

export const folderKind: Kind = {
  name: 'folder',
  types: [{ type: FOLDER_TYPE, title: i18n.t('Folder'), Icon: IconFolderFilled }],
  viewer: () => ({ opens: 'folder' }),
};
