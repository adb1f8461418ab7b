import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';
import { baseName, parentPath } from '../files/entry-path.ts';
import { formatCount } from '../format/count.ts';
import type { Written } from './written.ts';
import { plain } from '../format/plain.ts';

type WrittenLinkProps = { readonly datasetRef: DatasetRef; readonly written: Written; readonly onFollow: () => void };

/** What a task left in the dataset, and the way to it. */
export function WrittenLink({ datasetRef, written, onFollow }: WrittenLinkProps) {
  const link = (text: string, search: { readonly path?: string; readonly find?: string }) => (
    <Anchor
      renderRoot={(props) => <Link to="/r/$org/$ds" params={datasetRef} search={search} {...props} />}
      onClick={onFollow}
    >
      <bdi>{plain(text)}</bdi>
    </Anchor>
  );
  if (written.kind === 'files') {
    const { folder, count } = written;
    return (
      <Text>
        {formatCount(count, 'file')} {count === 1 ? 'was' : 'were'} brought into{' '}
        {link(folder === '' ? 'the dataset, beside its other files' : folder, folderSearch(folder))}.
      </Text>
    );
  }
  // Among thousands it would have to be looked for: it is found at once.
  const search = { ...folderSearch(parentPath(written.path)), find: baseName(written.path) };
  return <Text>{link(written.path, search)} is in the dataset.</Text>;
}

const folderSearch = (folder: string): { readonly path?: string } => (folder === '' ? {} : { path: folder });
