import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconEye, IconEyeOff, IconGripVertical } from '@tabler/icons-react';
import { Suspense } from 'react';
import { errorText } from '../../api/api-error.ts';
import { wasCancelled } from '../../api/entries.ts';
import { EntryPicture } from '../../files/entry-picture.tsx';
import { missingText } from '../../files/missing-text.ts';
import { useRebuild } from '../../files/use-rebuild.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { Problem } from '../../parts/problem.tsx';
import { isDrawable, kindOnMap } from '../map/drawn-style.ts';
import type { LayerListProps } from './layer-list-props.ts';
import { LayerMenu, type LayerFiles } from './layer-menu.tsx';
import type { useRowDrag } from './use-row-drag.ts';
import { i18n } from '../../languages/i18n.ts';

export type LayerRowProps = LayerListProps & {
  readonly layer: MapLayer;
  readonly files: LayerFiles;
  /** What drags the row; null where it is the only one of its group. */
  readonly grip: ReturnType<ReturnType<typeof useRowDrag>['grip']> | null;
  readonly isDragged: boolean;
  /** Where a dragged row would land beside this one. */
  readonly drop: 'above' | 'below' | undefined;
};

export function LayerRow(props: LayerRowProps) {
  const { layer, datasetRef, stateOf, errors, selected, onSelect, onState, onMove, grip, isDragged, drop } = props;
  const { isShown, look } = stateOf(layer);
  const { title, entry, key, Icon } = layer;
  const error = errors.get(key);
  const note = noteOf(layer);
  const rebuild = useRebuild(datasetRef);
  const Chip = kindOnMap(layer)?.Chip;
  return (
    <li
      className="al-layer-row"
      data-layer={key}
      data-selected={selected === key}
      data-dragged={isDragged}
      data-over={drop}
    >
      {/* The keys of the name do the same. */}
      <span className="al-layer-grip" aria-hidden {...grip}>
        {grip !== null && <IconGripVertical size={14} />}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={i18n.t('Show {title}', { title })}
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
        <span className="al-layer-picture" aria-hidden>
          {entry === null ? <Icon size={18} /> : <EntryPicture datasetRef={datasetRef} entry={entry} size={64} />}
        </span>
        <span className="al-truncate">
          <bdi>{title}</bdi>
        </span>
      </UnstyledButton>
      <span className="al-layer-chip" aria-hidden>
        {Chip !== undefined && isShown && isDrawable(layer) && (
          <Suspense fallback={null}>
            <Chip datasetRef={datasetRef} layer={layer} look={look} />
          </Suspense>
        )}
      </span>
      <LayerMenu {...props} onRebuild={rebuild.mutate} />
      {rebuild.error !== null && (
        <Problem title={i18n.t('The build was not started')} error={rebuild.error} onClose={rebuild.reset} />
      )}
      {(note !== null || error !== undefined) && (
        <Text size="sm" className="al-layer-note" c={error === undefined ? 'dimmed' : 'red'}>
          {error !== undefined && <IconAlertTriangle size={16} aria-hidden />}
          {error === undefined ? note : i18n.t('Parts are missing. {error}', { error: errorText(error) })}
        </Text>
      )}
    </li>
  );
}

/** Why the map does not show a layer; null where it does. */
function noteOf({ entry, bounds }: MapLayer): string | null {
  if (entry?.buildStatus === 'building')
    return i18n.t('Preparing, {buildProgress} %', { buildProgress: Math.round(entry.buildProgress ?? 0) });
  if (entry?.buildStatus === 'queued') return i18n.t('Waiting to be prepared');
  if (entry?.buildStatus === 'pending')
    return i18n.t('{missing}. Upload what is missing beside this file.', { missing: missingText(entry) });
  if (entry?.buildStatus === 'failed') {
    const reason = entry.buildError ?? i18n.t('The service gave no reason.');
    return wasCancelled(entry)
      ? i18n.t('The preparation was cancelled. {reason}', { reason })
      : i18n.t('It could not be prepared. {reason}', { reason });
  }
  return bounds === null ? i18n.t('It has no place on the map') : null;
}
