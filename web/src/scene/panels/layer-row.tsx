import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DatasetRef } from '../../api/addresses.ts';
import { parentPath } from '../../files/entry-path.ts';
import { formatCounted } from '../../format/counted.ts';
import type { InspectorTab } from '../../workspace/inspector/inspector-tabs.ts';
import type { ShownLayer } from '../core/scene-snapshot.ts';
import { isForMany, thingTitle } from '../scene-things.ts';
import { Eye } from './eye.tsx';
import { i18n } from '../../languages/i18n.ts';

export type LayerRowProps = {
  readonly datasetRef: DatasetRef;
  readonly shown: ShownLayer;
  readonly isSelected: boolean;
  /** True if other layers have heights, too: alone, it does not matter what they are above. */
  readonly hasOthers: boolean;
  readonly onHidden: (path: string, isHidden: boolean) => void;
  readonly onSelect: (path: string, tab?: InspectorTab) => void;
  readonly onZoom: (path: string) => void;
};

/** A layer: its name selects it, a double click or Enter on the name flies to it as well. */
export function LayerRow({ datasetRef, shown, isSelected, hasOthers, onHidden, onSelect, onZoom }: LayerRowProps) {
  const { path, layer, isHidden } = shown;
  const title = thingTitle(path);
  const note = hasOthers ? heightNote(shown) : null;
  const isThere = layer.bounds !== null && shown.state.kind !== 'failed';
  const selectAndZoom = (): void => {
    onSelect(path);
    if (isThere) onZoom(path);
  };
  return (
    <li className="al-scene-row" data-selected={isSelected}>
      <Eye name={title} isHidden={isHidden} onHidden={(next) => onHidden(path, next)} />
      <UnstyledButton
        className="al-scene-row-name"
        aria-pressed={isSelected}
        onClick={() => onSelect(path)}
        onDoubleClick={selectAndZoom}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          selectAndZoom();
        }}
      >
        <bdi className="al-break">{title}</bdi>
      </UnstyledButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={i18n.t('More about {title}', { title })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!isThere} onClick={() => onZoom(path)}>
            {i18n.t('Zoom to')}
          </Menu.Item>
          <Menu.Item onClick={() => onSelect(path, 'style')}>{i18n.t('Style')}</Menu.Item>
          {!isForMany(path) && (
            <>
              <Menu.Item
                renderRoot={(root) => (
                  <Link
                    to="/r/$org/$ds"
                    params={datasetRef}
                    search={{ view: 'files', path: parentPath(path) || undefined }}
                    {...root}
                  />
                )}
              >
                {i18n.t('Show in files')}
              </Menu.Item>
              <Menu.Item onClick={() => onSelect(path, 'info')}>{i18n.t('Properties')}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Text component="div" size="sm" c="dimmed" className="al-scene-row-note">
        <div>{layerText(shown)}</div>
        {note !== null && <div>{note}</div>}
      </Text>
    </li>
  );
}

/** What is wrong with the heights of a layer; null for nothing. */
function heightNote({ heights, isHidden }: ShownLayer): string | null {
  if (heights === null || isHidden) return null;
  if (heights.hasFailed) return i18n.t('Heights are not brought together');
  return heights.used.every((reference) => reference === 'unknown') ? i18n.t('Height reference unknown') : null;
}

function layerText({ layer, state, points, isHidden }: ShownLayer): string {
  if (isHidden) return i18n.t('Hidden');
  const shown = i18n.t('{points} shown', { points: formatCounted(points, layer.counts ?? 'point') });
  switch (state.kind) {
    case 'loading':
      return i18n.t('Loading…');
    case 'partial':
      return state.cause === undefined
        ? i18n.t('{shown}, loading more…', { shown })
        : i18n.t('{shown}; parts are missing', { shown });
    case 'ready':
      return shown;
    case 'failed':
      return i18n.t('Cannot be shown');
  }
}
