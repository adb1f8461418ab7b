import { CloseButton, Text, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../format/count.ts';
import { formatAmount } from '../../format/value.ts';
import type { Corridor } from '../core/layer-view.ts';
import type { SceneSnapshot } from '../core/scene-snapshot.ts';
import { type SceneFrame, toCrs } from '../geometry/scene-frame.ts';
import type { Box, Triple } from '../geometry/triple.ts';
import { lengthText, pathLength } from '../tools/measure.ts';
import type { Measurement } from '../tools/measuring.ts';
import { type ProfilePoints, profilePoints } from '../tools/profile-points.ts';
import { drawProfile } from './draw-profile.ts';
import { i18n } from '../../languages/i18n.ts';

type ProfileWindowProps = {
  readonly snapshot: SceneSnapshot;
  readonly line: Measurement;
  readonly clip: Box | null;
  readonly onClose: () => void;
};

/** Share of the line's length that a corridor is first wide. */
const FIRST_WIDTH = 0.02;

/** What is loaded along a line, seen from its side. */
export function ProfileWindow({ snapshot, line, clip, onClose }: ProfileWindowProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [from, to] = line.points;
  const length = from === undefined || to === undefined ? 0 : pathLength([onGround(from), onGround(to)]);
  const [width, setWidth] = useState(() => Number((length * FIRST_WIDTH).toPrecision(1)));
  const clipText = JSON.stringify(clip);
  const points = useMemo(
    () => {
      if (from === undefined || to === undefined) return null;
      const corridor: Corridor = { from, to, width, clip: JSON.parse(clipText) as Box | null };
      const layers = snapshot.layers.map(({ layer }) => layer);
      return profilePoints(layers, corridor);
    },
    // The snapshot is another one when other points are shown, or in other colours.
    [from, to, width, clipText, snapshot],
  );
  useEffect(() => {
    if (canvas.current !== null && points !== null) drawProfile(canvas.current, points, length);
  }, [points, length]);
  const unit = snapshot.frame?.unit ?? 'units';
  return (
    <section className="al-scene-profile" aria-label={i18n.t('Profile')}>
      <div className="al-scene-profile-head">
        <Text fw={600}>{i18n.t('Profile')}</Text>
        <TextInput
          type="number"
          label={i18n.t('Width ({unit})', { unit })}
          size="xs"
          value={width}
          min={0}
          step={Number((length * FIRST_WIDTH).toPrecision(1))}
          onChange={(event) => setWidth(Math.max(0, Number(event.currentTarget.value) || 0))}
        />
        <CloseButton aria-label={i18n.t('Close the profile')} onClick={onClose} />
      </div>
      <canvas ref={canvas} role="img" aria-label={summary(points, length, snapshot.frame)} />
      <Text size="sm" className="al-figures">
        {summary(points, length, snapshot.frame)}
      </Text>
    </section>
  );
}

const onGround = ([x, y]: Triple): Triple => [x, y, 0];

function summary(points: ProfilePoints | null, length: number, frame: SceneFrame | null): string {
  if (points === null || frame === null) return i18n.t('Loading…');
  if (points.count === 0) return i18n.t('No points along the line. Make it wider, or wait until more is loaded.');
  const [low, high] = points.heights.map((height) => formatAmount(toCrs(frame, [0, 0, height])[2], 2));
  const shown = formatNumber(points.count);
  const count = points.isCut
    ? i18n.t('{shown} points, more are left out', { shown })
    : i18n.t('{shown} points', { shown });
  return i18n.t('{count}; length {length}; height {low} to {high}', {
    count,
    length: lengthText(length, frame.unit),
    low,
    high,
  });
}
