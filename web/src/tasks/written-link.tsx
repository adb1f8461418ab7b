import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';
import { baseName, parentPath } from '../files/entry-path.ts';
import type { Written } from './written.ts';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';
import { Trans } from '../languages/trans.tsx';

type WrittenLinkProps = { readonly datasetRef: DatasetRef; readonly written: Written; readonly onFollow: () => void };

/** What a task left in the dataset, and the way to it. */
export function WrittenLink({ datasetRef, written, onFollow }: WrittenLinkProps) {
  const current = useSearch({ strict: false });
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
        <Trans
          id="{count, plural, one {# file} other {# files}} {count, plural, one {was} other {were}} brought into {link}."
          values={{
            count,
            link: link(folder === '' ? i18n.t('the dataset, beside its other files') : folder, folderSearch(folder)),
          }}
        />
      </Text>
    );
  }
  // Among thousands it would have to be looked for: it is found at once.
  const search = { ...folderSearch(parentPath(written.path)), find: baseName(written.path) };
  return (
    <Group gap="sm">
      <Text>
        <Trans id="{link} is in the dataset." values={{ link: link(written.path, search) }} />
      </Text>
      {ON_MAP.test(written.path) && (
        <Button
          variant="default"
          leftSection={<IconMap2 size={18} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/r/$org/$ds" params={datasetRef} {...mapPlace(current, written.path)} {...props} />
          )}
          onClick={onFollow}
        >
          {i18n.t('Show on the map')}
        </Button>
      )}
    </Group>
  );
}

/** Files that tools make and the map draws. */
const ON_MAP = /\.(?:tiff?|geojson|gpkg|fgb)$/i;

type MapSearch = {
  readonly view?: string;
  readonly layers?: string;
  readonly order?: string;
  readonly terrain?: string;
};

/** The map with the file selected; on the map its layers and its view stay as they are. */
function mapPlace({ view, layers, order, terrain }: MapSearch, path: string) {
  const search = { view: 'map', sel: path } as const;
  return view === 'map' ? { search: { ...search, layers, order, terrain }, hash: true as const } : { search };
}

const folderSearch = (folder: string): { readonly path?: string } => (folder === '' ? {} : { path: folder });
