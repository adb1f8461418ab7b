import { Link } from '@tanstack/react-router';
import { downloadAddress, pathOfLink, viewAddress, type DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { viewerFor } from '../kinds/index.ts';
import { formatItems } from '../api/item-list.ts';
import { shownName } from './entry-path.ts';

type EntryLinkProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly tabIndex: number;
  /** A share link withholds files: what would be one shows its properties. */
  readonly isWithheld: boolean;
  /** Tells about what cannot be shown. */
  readonly onProperties: () => void;
  /** Shows a photo or video large; undefined of other files. */
  readonly onMedia?: (() => void) | undefined;
};

/**
 * The entry's name. Opens what can be opened: a folder, a map, a scene, the browser's own viewer; else the properties, where it can
 * be downloaded: nobody expects gigabytes of a click.
 */
export function EntryLink({ datasetRef, entry, tabIndex, isWithheld, onProperties, onMedia }: EntryLinkProps) {
  const shared = { className: 'al-row-link', tabIndex, 'data-stop': '' };
  const name = <bdi>{shownName(entry.path)}</bdi>;
  const search = { path: entry.path };
  const { opens } = viewerFor(entry);
  if (isWithheld && (opens === 'tab' || opens === 'properties'))
    return (
      <button type="button" aria-haspopup="dialog" onClick={onProperties} {...shared}>
        {name}
      </button>
    );
  switch (opens) {
    case 'folder':
      return (
        <Link to="/r/$org/$ds" params={datasetRef} search={search} {...shared}>
          {name}
        </Link>
      );
    case 'map':
      return (
        <Link to="/r/$org/$ds" params={datasetRef} search={onMap(entry)} {...shared}>
          {name}
        </Link>
      );
    case 'scene':
      return (
        <Link to="/r/$org/$ds/scene" params={datasetRef} search={{ items: formatItems([entry.path]) }} {...shared}>
          {name}
        </Link>
      );
    case 'tab':
      return (
        <a
          href={viewAddress(datasetRef, entry.path)}
          target="_blank"
          rel="noreferrer"
          aria-haspopup={onMedia === undefined ? undefined : 'dialog'}
          onClick={(event) => {
            // With a key pressed the browser does what it does with links.
            if (onMedia === undefined || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            onMedia();
          }}
          {...shared}
        >
          {name}
        </a>
      );
    case 'properties':
      return (
        <a
          href={downloadAddress(datasetRef, [entry.path])}
          download=""
          aria-haspopup="dialog"
          onClick={(event) => {
            // With a key pressed the browser does what it does with links.
            if (event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            (onMedia ?? onProperties)();
          }}
          {...shared}
        >
          {name}
        </a>
      );
  }
}

/** The file selected on the map. A link opens no more than what it is about. */
const onMap = ({ path }: Entry) => ({ view: 'map', sel: path, path: pathOfLink() || undefined }) as const;
