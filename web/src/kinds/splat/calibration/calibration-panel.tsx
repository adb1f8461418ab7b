import { Button, NumberInput, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText } from '../../../api/api-error.ts';
import { datasetQuery } from '../../../api/datasets.ts';
import type { TwoPoints } from '../../../scene/core/scene-kind.ts';
import type { SceneFrame } from '../../../scene/geometry/scene-frame.ts';
import { lengthText, pathLength } from '../../../scene/tools/measure.ts';
import { readBeside, writeBeside } from '../beside-file.ts';
import { LimitedNumber } from '../limited-number.tsx';
import { MAX_SCALE, MIN_SCALE, scaleOf } from '../look/splat-style.ts';
import type { SplatLayer } from '../splat-layer.ts';
import { calibratedScale, scalePath, withScale } from './calibration.ts';
import { i18n } from '../../../languages/i18n.ts';

type CalibrationPanelProps = {
  readonly layer: SplatLayer;
  readonly frame: SceneFrame | null;
  readonly twoPoints: TwoPoints;
  /** Scale in the style; null uses the one beside the file. */
  readonly scale: number | null;
  readonly onScale: (scale: number) => void;
};

/** The scale of splats: typed, or found by two points of a known distance, and kept beside the file. */
export function CalibrationPanel({ layer, frame, twoPoints, scale: styled, onScale }: CalibrationPanelProps) {
  const { datasetRef, path } = layer.source;
  const canWrite = useQuery(datasetQuery(datasetRef)).data?.permissions?.canWrite === true;
  const [justSaved, setJustSaved] = useState<number | null>(null);
  const save = useMutation({
    mutationFn: (scale: number) => saveScale(layer, scale),
    onSuccess: (_, scale) => setJustSaved(scale),
  });
  const told = layer.told();
  const saved = justSaved ?? told?.scale ?? null;
  const scale = styled ?? told?.scale ?? 1;
  const setScale = (next: number): void => {
    save.reset();
    onScale(next);
  };
  return (
    <>
      <LimitedNumber
        label={i18n.t('Scale')}
        description={i18n.t('Length in this scene of one unit of the file.')}
        value={scale}
        limits={[MIN_SCALE, MAX_SCALE]}
        decimalScale={10}
        step={0.1}
        onValue={(value) => {
          if (value !== null) setScale(scaleOf(value));
        }}
      />
      {told?.isInCrs === true ? (
        <Text size="sm" c="dimmed">
          {i18n.t('Coordinates of the file are those of a coordinate system, so it needs no calibration.')}
        </Text>
      ) : (
        <div role="group" aria-label={i18n.t('Calibration')} className="al-scene-section">
          <TwoPointScale frame={frame} twoPoints={twoPoints} scale={scale} onScale={setScale} />
          {canWrite && (
            <>
              <Button
                variant="default"
                disabled={told === null || scale === saved}
                loading={save.isPending}
                onClick={() => save.mutate(scale)}
              >
                {i18n.t('Save scale')}
              </Button>
              <Text size="sm" c="dimmed" className="al-break">
                {i18n.t('Keeps it in {scalePath} and builds the file again.', { scalePath: scalePath(path) })}
              </Text>
            </>
          )}
          <Text size="sm" role="status">
            {save.isError ? errorText(save.error) : save.isSuccess && i18n.t('Saved.')}
          </Text>
        </div>
      )}
    </>
  );
}

type TwoPointScaleProps = Pick<CalibrationPanelProps, 'frame' | 'twoPoints' | 'onScale'> & { readonly scale: number };

/** Two points in the picture and their true distance. */
function TwoPointScale({ frame, twoPoints, scale, onScale }: TwoPointScaleProps) {
  const { points, isChoosing, hasMissed } = twoPoints;
  const [metres, setMetres] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const apply = (): void => {
    if (metres === null) return;
    const found = calibratedScale({ points, metres, scale, crs: frame?.crs ?? null });
    if (typeof found === 'string') {
      setProblem(found);
      return;
    }
    // They are elsewhere in the scene once it has another scale.
    twoPoints.remove();
    setMetres(null);
    onScale(found);
  };
  return (
    <>
      <Button
        variant={isChoosing ? 'filled' : 'default'}
        aria-pressed={isChoosing}
        disabled={frame === null}
        onClick={() => {
          setProblem(null);
          twoPoints.choose(!isChoosing);
        }}
      >
        {i18n.t('Calibrate by two points')}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isChoosing
          ? `${hasMissed ? i18n.t('There are no splats at this place. ') : ''}${points.length === 0 ? i18n.t('Choose the first point in the picture.') : i18n.t('Choose the second point in the picture.')}`
          : points.length === 2 &&
            i18n.t('The points are {length} apart in this scene.', {
              length: lengthText(pathLength(points), frame?.unit ?? 'units'),
            })}
      </Text>
      {!isChoosing && points.length === 2 && (
        <form
          className="al-scene-section"
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <NumberInput
            label={i18n.t('True distance (m)')}
            value={metres ?? ''}
            min={0}
            decimalScale={6}
            hideControls
            error={problem}
            onChange={(value) => {
              setProblem(null);
              setMetres(typeof value === 'number' && value > 0 ? value : null);
            }}
          />
          <Button type="submit" disabled={metres === null}>
            {i18n.t('Apply scale')}
          </Button>
        </form>
      )}
    </>
  );
}

/** Writes into the file as it is now: others may have set the place meanwhile. */
async function saveScale({ source: { datasetRef, path } }: SplatLayer, scale: number): Promise<void> {
  const file = scalePath(path);
  const text = withScale(await readBeside(datasetRef, file), scale);
  if (text === null)
    throw new ApiError(400, i18n.t('{file} is not a JSON object. Correct it or delete it, then save again.', { file }));
  await writeBeside(datasetRef, file, text);
}
