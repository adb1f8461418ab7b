import { Button, CloseButton, Text } from '@mantine/core';
import type { SceneFrame } from '../geometry/scene-frame.ts';
import { measure, MEASURE_TOOLS, POINTS_OF, TOOL_NAMES } from '../tools/measure.ts';
import { ValueList } from './value-list.tsx';
import type { Measuring, MeasuringStep } from '../tools/measuring.ts';
import { i18n } from '../../languages/i18n.ts';

type MeasurePanelProps = {
  readonly measuring: Measuring;
  readonly step: (step: MeasuringStep) => void;
  readonly frame: SceneFrame | null;
  /** True if there was nothing where a point was last chosen. */
  readonly hasMissed: boolean;
};

/** The tools, and what they told. */
export function MeasurePanel({ measuring: { open, done }, step, frame, hasMissed }: MeasurePanelProps) {
  const unit = frame?.unit ?? 'units';
  const points = open?.points.length ?? 0;
  const isEndless = open !== null && POINTS_OF[open.tool] === Infinity;
  return (
    <>
      <div className="al-scene-tools" role="group" aria-label={i18n.t('Tools')}>
        {MEASURE_TOOLS.map((tool) => (
          <Button
            key={tool}
            size="sm"
            px="sm"
            variant={open?.tool === tool ? 'filled' : 'default'}
            aria-pressed={open?.tool === tool}
            onClick={() => step({ does: 'choose', tool: open?.tool === tool ? null : tool })}
          >
            {TOOL_NAMES[tool]}
          </Button>
        ))}
      </div>
      <Text size="sm" c="dimmed" role="status">
        {hasMissed && i18n.t('There is no point at this place. ')}
        {open === null
          ? i18n.t('Choose a point in the picture to see its values.')
          : i18n.t('Choose points in the picture, or press Enter for its middle. {points} chosen.', { points })}
      </Text>
      {open !== null && <ValueList values={measure(open.tool, open.points, unit)} />}
      {open !== null && points > 0 && (
        <div className="al-scene-tools">
          {isEndless && (
            <Button size="sm" onClick={() => step({ does: 'finish' })}>
              {i18n.t('Finish')}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={() => step({ does: 'remove-last' })}>
            {i18n.t('Remove last point')}
          </Button>
        </div>
      )}
      <ul className="al-plain-list" aria-label={i18n.t('Measurements')}>
        {done.map(({ tool, points: measured }, index) => (
          <li key={index} className="al-scene-measured">
            <div>
              <Text size="sm" fw={600}>
                {TOOL_NAMES[tool]}
              </Text>
              <ValueList values={measure(tool, measured, unit)} />
            </div>
            <CloseButton
              aria-label={i18n.t('Remove measurement {value}', { value: index + 1 })}
              onClick={() => step({ does: 'remove', index })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
