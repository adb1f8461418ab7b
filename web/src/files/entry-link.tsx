import { Link } from '@tanstack/react-router';
import { downloadAddress, viewAddress } from '../api/addresses.ts';
import type { DatasetRef, Entry } from '../api/types.ts';
import { hasMap, isFolder, opensInBrowser } from './entry-kind.ts';
import { baseName } from './entry-path.ts';

type EntryLinkProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly tabIndex: number;
  /** Downloads what the browser cannot show; it says so when the service refuses. */
  readonly onDownload: () => void;
};

/** The entry's name. Opens what can be opened: a folder, a map, the browser's own viewer; else it downloads. */
export function EntryLink({ datasetRef, entry, tabIndex, onDownload }: EntryLinkProps) {
  const shared = { className: 'al-row-link', tabIndex, 'data-stop': '' };
  const name = <bdi>{baseName(entry.path)}</bdi>;
  const search = { path: entry.path };
  if (isFolder(entry)) {
    return (
      <Link to="/r/$org/$ds" params={datasetRef} search={search} {...shared}>
        {name}
      </Link>
    );
  }
  if (hasMap(entry)) {
    return (
      <Link to="/r/$org/$ds/map" params={datasetRef} search={search} {...shared}>
        {name}
      </Link>
    );
  }
  if (opensInBrowser(entry)) {
    return (
      <a href={viewAddress(datasetRef, entry.path)} target="_blank" rel="noreferrer" {...shared}>
        {name}
      </a>
    );
  }
  return (
    <a
      href={downloadAddress(datasetRef, [entry.path])}
      download=""
      onClick={(event) => {
        event.preventDefault();
        onDownload();
      }}
      {...shared}
    >
      {name}
    </a>
  );
}
