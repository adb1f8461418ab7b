import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';
import { entryQuery } from '../api/entries.ts';
import { formatItems } from '../api/item-list.ts';
import { baseName, parentPath } from '../files/entry-path.ts';
import { viewerFor } from '../kinds/index.ts';

/** Opens a file as a click on it in its folder does; what has no view of its own is shown in its folder. */
export function useOpenFile(): (ref: DatasetRef, path: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (ref, path) => {
    const entry = await queries.fetchQuery({ ...entryQuery(ref, path), staleTime: 0 });
    switch (viewerFor(entry).opens) {
      case 'folder':
        return navigate({ to: '/r/$org/$ds', params: ref, search: { path } });
      case 'map':
        return navigate({ to: '/r/$org/$ds', params: ref, search: { view: 'map', sel: path } });
      case 'scene':
        return navigate({ to: '/r/$org/$ds/scene', params: ref, search: { items: formatItems([path]) } });
      case 'tab':
      case 'properties': {
        const folder = parentPath(path);
        const search = { find: baseName(path), ...(folder === '' ? {} : { path: folder }) };
        return navigate({ to: '/r/$org/$ds', params: ref, search });
      }
    }
  };
}
