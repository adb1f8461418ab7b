import { Button, NativeSelect, Text } from '@mantine/core';
import { type Drawing, isClosed, isEnough, isFull, missingPoints } from '../drawing/drawing.ts';
import { drawnFigures, type Figures } from '../model/figures.ts';
import type { Surface } from '../measuring-props.ts';
import type { Position } from '../model/measurement.ts';
import { NEEDS_HEIGHTS, TOOL_NAMES } from '../model/new-feature.ts';
import { heightText, type UnitSystem } from '../model/units.ts';
import { FigureList } from './figure-list.tsx';
import { i18n } from '../../languages/i18n.ts';

type DrawingStatusProps = {
  readonly drawing: Drawing;
  /** With the place under the pointer. */
  readonly shown: readonly Position[];
  readonly units: UnitSystem;
  /** The height under the pointer; undefined while it is not known. */
  readonly pointedHeight: number | null | undefined;
  readonly surfaces: readonly Surface[];
  readonly surface: string | null;
  readonly onSurface: (path: string) => void;
  readonly onFinish: () => void;
  readonly onRemoveLast: () => void;
  readonly onLeave: () => void;
};

/** What the tool in use tells while it is drawn, and what ends it. */
export function DrawingStatus(props: DrawingStatusProps) {
  const { drawing, shown, units, pointedHeight, surfaces, surface } = props;
  const needsHeights = NEEDS_HEIGHTS.includes(drawing.tool);
  const heights: Figures =
    pointedHeight === undefined || !needsHeights
      ? []
      : [[i18n.t('Height here'), pointedHeight === null ? i18n.t('No height here') : heightText(pointedHeight, units)]];
  return (
    <section className="al-measuring-status" aria-label={TOOL_NAMES[drawing.tool]}>
      <Text fw={600}>{TOOL_NAMES[drawing.tool]}</Text>
      <Text size="sm" role="status">
        {hintOf(drawing)}
      </Text>
      <FigureList figures={[...drawnFigures(drawing.tool, shown, units), ...heights]} />
      {needsHeights && surfaces.length > 1 && (
        <NativeSelect
          label={i18n.t('Heights of')}
          size="xs"
          value={surface ?? ''}
          data={surfaces.map(({ path, title }) => ({ value: path, label: title }))}
          onChange={(event) => props.onSurface(event.currentTarget.value)}
        />
      )}
      <div className="al-measuring-buttons">
        {isEnough(drawing) && !isFull(drawing) && (
          <Button size="xs" onClick={props.onFinish}>
            {isClosed(drawing.tool) ? i18n.t('Close area') : i18n.t('Finish')}
          </Button>
        )}
        {drawing.positions.length > 0 && (
          <Button size="xs" variant="default" onClick={props.onRemoveLast}>
            {i18n.t('Remove last point')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={props.onLeave}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </section>
  );
}

function hintOf(drawing: Drawing): string {
  const { length } = drawing.positions;
  if (length === 0) return i18n.t('Press on the map, or move the cross with the arrow keys and press Enter.');
  const missing = missingPoints(drawing);
  if (missing > 0)
    return i18n.t('{length, plural, one {# point} other {# points}}, {missing} more needed.', { length, missing });
  return isClosed(drawing.tool)
    ? i18n.t('{length} points. Double-click, press Enter or press the first point to close the area.', { length })
    : i18n.t('{length} points. Double-click, press Enter or press the last point again to finish.', { length });
}
