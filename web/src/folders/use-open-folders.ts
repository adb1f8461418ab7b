import { useState } from 'react';
import { pathsTo } from './tree-rows.ts';

/** Each open folder is a question to the service: of more the oldest is closed. */
const MOST_OPEN = 100;

/** Which folders are open. All that the shown one is in are opened for it; nobody's are closed when another one is shown. */
export function useOpenFolders(root: string, path: string) {
  const [shown, setShown] = useState(path);
  const [opened, setOpened] = useState(() => withOpened(new Set(), root, path));
  if (shown !== path) {
    setShown(path);
    setOpened(withOpened(opened, root, path));
  }
  return {
    opened,
    open: (folder: string): void => setOpened((old) => withOpened(old, root, folder)),
    close: (folder: string): void => setOpened((old) => new Set([...old].filter((it) => it !== folder))),
  };
}

/** What was opened last stands at the end. */
function withOpened(old: ReadonlySet<string>, root: string, path: string): ReadonlySet<string> {
  const needed = pathsTo(root, path);
  const kept = [...old].filter((it) => !needed.includes(it));
  return new Set([...kept, ...needed].slice(-MOST_OPEN));
}
