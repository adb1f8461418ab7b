import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Entry } from '../../api/answers.ts';
import { formatItems } from '../../api/item-list.ts';
import { parentPath } from '../../files/entry-path.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { drawerTabOf } from '../drawer/drawer-tabs.ts';
import type { LayerListProps } from './layer-list-props.ts';
import { i18n } from '../../languages/i18n.ts';

/** What can be done with the file of a layer; undefined where the person may not. */
export type LayerFiles = {
  readonly download: ((entry: Entry) => void) | undefined;
  readonly share: ((entry: Entry) => void) | undefined;
};

type LayerMenuProps = LayerListProps & {
  readonly layer: MapLayer;
  readonly files: LayerFiles;
  readonly onRebuild: (path: string) => void;
};

/** Everything that can be done with one layer. */
export function LayerMenu(props: LayerMenuProps) {
  const { layer, datasetRef, mayWrite, files, onSelect, onMove, onZoom, onDrawer, onRebuild, compareWith } = props;
  const { title, entry } = layer;
  const compare = compareWith(layer);
  const below = drawerTabOf(layer);
  const { download, share } = files;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={i18n.t('More about {title}', { title })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={layer.bounds === null} onClick={() => onZoom(layer)}>
          {i18n.t('Zoom to')}
        </Menu.Item>
        <Menu.Item onClick={() => onSelect(layer, 'style')}>{i18n.t('Style')}</Menu.Item>
        {below !== null && (
          <Menu.Item onClick={() => onDrawer(layer, below)}>
            {below === 'table' ? i18n.t('Table') : i18n.t('Filmstrip')}
          </Menu.Item>
        )}
        {compare !== undefined && <Menu.Item onClick={compare}>{i18n.t('Compare with…')}</Menu.Item>}
        <Menu.Item onClick={() => onMove(layer, -1)}>{i18n.t('Move up')}</Menu.Item>
        <Menu.Item onClick={() => onMove(layer, 1)}>{i18n.t('Move down')}</Menu.Item>
        {entry !== null && layer.opensScene && (
          <Menu.Item
            renderRoot={(root) => (
              <Link
                to="/r/$org/$ds/scene"
                params={datasetRef}
                search={{ items: formatItems([entry.path]) }}
                {...root}
              />
            )}
          >
            {i18n.t('Open in 3D')}
          </Menu.Item>
        )}
        {entry !== null && (
          <>
            <Menu.Item
              renderRoot={(root) => (
                <Link
                  to="/r/$org/$ds"
                  params={datasetRef}
                  search={{ view: 'files', path: parentPath(entry.path) || undefined }}
                  {...root}
                />
              )}
            >
              {i18n.t('Show in files')}
            </Menu.Item>
            {download !== undefined && <Menu.Item onClick={() => download(entry)}>{i18n.t('Download')}</Menu.Item>}
            {share !== undefined && <Menu.Item onClick={() => share(entry)}>{i18n.t('Share…')}</Menu.Item>}
            <Menu.Item onClick={() => onSelect(layer, 'info')}>{i18n.t('Properties')}</Menu.Item>
          </>
        )}
        {entry?.buildStatus === 'failed' && mayWrite && (
          <Menu.Item onClick={() => onRebuild(entry.path)}>{i18n.t('Build again')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
