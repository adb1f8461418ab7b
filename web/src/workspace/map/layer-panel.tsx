import { ActionIcon, Menu, Text, Title, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconEye, IconEyeOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText, type ApiError } from '../../api/api-error.ts';
import type { DatasetRef } from '../../api/addresses.ts';
import { wasCancelled } from '../../api/entries.ts';
import { formatItems } from '../../api/item-list.ts';
import { missingText } from '../../files/missing-text.ts';
import { useRebuild } from '../../files/use-rebuild.ts';
import { parentPath } from '../../files/entry-path.ts';
import { LAYER_GROUPS, type MapLayer } from '../../kinds/on-map.ts';
import { Problem } from '../../parts/problem.tsx';
import type { LayerState } from './layer-states.ts';
import type { LayersProblem } from './use-map-layers.ts';

type LayerPanelProps = {
  readonly datasetRef: DatasetRef;
  readonly mayWrite: boolean;
  /** From the top of the map down. */
  readonly layers: readonly MapLayer[];
  readonly stateOf: (layer: MapLayer) => LayerState;
  readonly problems: readonly LayersProblem[];
  /** What did not come of a layer, by its key. */
  readonly errors: ReadonlyMap<string, ApiError>;
  readonly selected: string;
  readonly onSelect: (layer: MapLayer) => void;
  readonly onState: (layer: MapLayer, change: Partial<LayerState>) => void;
  readonly onMove: (layer: MapLayer, by: -1 | 1) => void;
  readonly onZoom: (layer: MapLayer) => void;
  /** Compares a layer with another one; undefined where there is none to compare it with. */
  readonly compareWith: (layer: MapLayer) => (() => void) | undefined;
};

/** All layers of the dataset in groups: which are shown, in which order, and what is wrong with one. */
export function LayerPanel(props: LayerPanelProps) {
  const { layers, problems } = props;
  const [isOpen, setOpen] = useState(() => window.innerWidth > 768);
  return (
    <section className="al-layer-panel" aria-label="Layers" data-open={isOpen}>
      <UnstyledButton className="al-layer-panel-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Title order={2} size="h5">
          Layers
        </Title>
        <Text size="sm" c="dimmed">
          {layers.length}
        </Text>
      </UnstyledButton>
      {isOpen && (
        <div className="al-layer-groups">
          {problems.map(({ kind, error, retry }) => (
            <Problem key={kind} title="Some layers could not be read" error={error} onRetry={retry} />
          ))}
          {layers.length === 0 && problems.length === 0 && (
            <Text size="sm" c="dimmed">
              Layers come by themselves: upload photos, rasters, vectors, point clouds or models.
            </Text>
          )}
          {LAYER_GROUPS.map((group) => {
            const ofGroup = layers.filter((layer) => layer.group === group);
            if (ofGroup.length === 0) return null;
            return (
              <section key={group}>
                <Text component="h3" size="sm" fw={600} c="dimmed">
                  {group}
                </Text>
                <ul className="al-plain-list">
                  {ofGroup.map((layer) => (
                    <LayerRow key={layer.key} {...props} layer={layer} />
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
      )}
    </section>
  );
}

function LayerRow({ layer, ...props }: LayerPanelProps & { readonly layer: MapLayer }) {
  const { datasetRef, mayWrite, stateOf, errors, selected, onSelect, onState, onMove, onZoom, compareWith } = props;
  const { isShown } = stateOf(layer);
  const { title, entry, key, Icon } = layer;
  const error = errors.get(key);
  const note = noteOf(layer);
  const rebuild = useRebuild(datasetRef);
  const compare = compareWith(layer);
  return (
    <li className="al-layer-row" data-selected={selected === key}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Show ${title}`}
        aria-pressed={isShown}
        disabled={layer.bounds === null}
        onClick={() => onState(layer, { isShown: !isShown })}
      >
        {isShown ? <IconEye size={18} /> : <IconEyeOff size={18} />}
      </ActionIcon>
      <UnstyledButton
        className="al-layer-name"
        aria-pressed={selected === key}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => onSelect(layer)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          onMove(layer, event.key === 'ArrowUp' ? -1 : 1);
        }}
      >
        <Icon size={18} aria-hidden />
        <span className="al-truncate">
          <bdi>{title}</bdi>
        </span>
      </UnstyledButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${title}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={layer.bounds === null} onClick={() => onZoom(layer)}>
            Zoom to
          </Menu.Item>
          {compare !== undefined && <Menu.Item onClick={compare}>Compare with…</Menu.Item>}
          <Menu.Item onClick={() => onMove(layer, -1)}>Move up</Menu.Item>
          <Menu.Item onClick={() => onMove(layer, 1)}>Move down</Menu.Item>
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
              Open in 3D
            </Menu.Item>
          )}
          {entry !== null && (
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
              Show in files
            </Menu.Item>
          )}
          {entry?.buildStatus === 'failed' && mayWrite && (
            <Menu.Item onClick={() => rebuild.mutate(entry.path)}>Build again</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {rebuild.error !== null && (
        <Problem title="The build was not started" error={rebuild.error} onClose={rebuild.reset} />
      )}
      {(note !== null || error !== undefined) && (
        <Text size="sm" className="al-layer-note" c={error === undefined ? 'dimmed' : 'red'}>
          {error !== undefined && <IconAlertTriangle size={16} aria-hidden />}
          {error === undefined ? note : `Parts are missing. ${errorText(error)}`}
        </Text>
      )}
    </li>
  );
}

/** Why the map does not show a layer; null where it does. */
function noteOf({ entry, bounds }: MapLayer): string | null {
  if (entry?.buildStatus === 'building') return `Preparing, ${Math.round(entry.buildProgress ?? 0)} %`;
  if (entry?.buildStatus === 'queued') return 'Waiting to be prepared';
  if (entry?.buildStatus === 'pending') return `${missingText(entry)}. Upload what is missing beside this file.`;
  if (entry?.buildStatus === 'failed') {
    const reason = entry.buildError ?? 'The service gave no reason.';
    return wasCancelled(entry) ? `The preparation was cancelled. ${reason}` : `It could not be prepared. ${reason}`;
  }
  return bounds === null ? 'It has no place on the map' : null;
}
