import '../../styles/tasks.css';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { entryQuery } from '../../api/entries.ts';
import { featuresQuery } from '../../api/session.ts';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { detailsQuery, isDrawnOn } from '../../kinds/index.ts';
import { useBackgroundChoice } from '../../map/background-choice.ts';
import { describe, type DrawnKind, type Position } from '../../map/drawing/drawing.ts';
import { i18n } from '../../languages/i18n.ts';

/** MapLibre comes only when somebody draws. */
const DrawingMap = lazy(() => import('../../map/drawing/drawing-map.tsx'));

/** A pause in typing a path after which its file is looked for. */
const PAUSE_MS = 400;

/** Where a drawing lies. */
export type Ground = {
  readonly datasetRef: DatasetRef;
  /** The file that is worked on; '' while none is chosen. */
  readonly path: string;
  /** What the field for it is called; null where there is none. */
  readonly pathLabel: string | null;
};

type DrawingFieldProps = {
  readonly ground: Ground;
  readonly label: string;
  readonly kind: DrawnKind;
  readonly positions: readonly Position[];
  readonly locked: boolean;
  readonly onChange: (positions: readonly Position[]) => void;
  /** Stands beside the button that opens the map. */
  readonly children?: ReactNode;
};

/** What a text field holds, drawn on a map that opens below it. */
export function DrawingField({ children, ...drawing }: DrawingFieldProps) {
  const [opened, setOpened] = useState(false);
  const { label } = drawing;
  const isMissing = drawing.ground.path === '' && drawing.ground.pathLabel !== null;
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconMap size={18} aria-hidden />}
          aria-expanded={opened}
          aria-label={
            opened ? i18n.t('Close the map: {label}', { label }) : i18n.t('Draw on the map: {label}', { label })
          }
          onClick={() => setOpened(!opened)}
        >
          {opened ? i18n.t('Close the map') : i18n.t('Draw on the map')}
        </Button>
        {children}
      </Group>
      {opened && isMissing && (
        <Text ref={bringIntoSight} role="status">
          {i18n.t('Choose “{pathLabel}” first: it is what you draw on.', { pathLabel: drawing.ground.pathLabel })}
        </Text>
      )}
      {opened && !isMissing && (
        <div ref={bringIntoSight} className="al-drawing-place">
          <OpenMap {...drawing} />
        </div>
      )}
    </>
  );
}

/** What opens below the edge of the window is seen at once. */
const bringIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function OpenMap({ ground, label, kind, positions, locked, onChange }: Omit<DrawingFieldProps, 'children'>) {
  const { datasetRef } = ground;
  const [path] = useDebouncedValue(ground.path, PAUSE_MS);
  const entry = useQuery({ ...entryQuery(datasetRef, path), enabled: path !== '', retry: false });
  const features = useQuery(featuresQuery);
  const background = useBackgroundChoice();
  const details = useQuery(detailsQuery);
  const [addMiddle, setAddMiddle] = useState<(() => void) | null>(null);
  if (features.isPending || details.isPending || (path !== '' && entry.isPending))
    return <Skeleton className="al-drawing-map" />;
  const shown = entry.data !== undefined && isShown(entry.data) ? entry.data : null;
  return (
    <div className="al-drawing" role="group" aria-label={i18n.t('Map for {label}', { label })}>
      <Text size="sm" c="dimmed">
        {howTo(kind, locked)}
      </Text>
      {shown === null && (
        <Text size="sm" c="dimmed">
          {i18n.t('There is no picture of the file to draw on yet.')}
        </Text>
      )}
      <Suspense fallback={<Skeleton className="al-drawing-map" />}>
        <DrawingMap
          datasetRef={datasetRef}
          entry={shown}
          backdrop={shown === null ? undefined : details.data?.ofType(shown.type).backdrop}
          basemap={background.shown}
          {...{ label, kind, positions, locked, onChange }}
          onReady={(add) => setAddMiddle(() => add)}
        />
      </Suspense>
      <Text size="sm" role="status">
        {describe(kind, positions)}
      </Text>
      <Group gap="sm">
        <Button variant="default" disabled={locked || addMiddle === null} onClick={() => addMiddle?.()}>
          {i18n.t('Add the middle of the map')}
        </Button>
        <Button
          variant="default"
          disabled={locked || positions.length === 0}
          onClick={() => onChange(positions.slice(0, -1))}
        >
          {i18n.t('Remove the last')}
        </Button>
        <Button variant="default" disabled={positions.length === 0 && !locked} onClick={() => onChange([])}>
          {i18n.t('Clear')}
        </Button>
      </Group>
    </div>
  );
}

/** Whether there is something of it that a map can show. */
const isShown = (entry: Entry): boolean => isDrawnOn(entry) && (entry.buildStatus ?? null) === null;

function howTo(kind: DrawnKind, locked: boolean): string {
  if (locked) return i18n.t('This shape cannot be changed on the map. Clear it to draw another one.');
  return {
    line: i18n.t(
      'Click or tap the points of the line; drag one to move it. On the map, Enter adds the middle, Backspace removes the last.',
    ),
    area: i18n.t(
      'Click or tap the corners of the area; drag one to move it. On the map, Enter adds the middle, Backspace removes the last.',
    ),
    box: i18n.t(
      'Click or tap two opposite corners; drag one to move it. On the map, Enter adds the middle, Backspace removes the last.',
    ),
  }[kind];
}
