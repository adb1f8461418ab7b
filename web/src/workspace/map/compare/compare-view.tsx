import { useReducedMotion } from '@mantine/hooks';
import type { StyleSpecification } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { MapLayer } from '../../../kinds/on-map.ts';
import type { MapLibreMap } from '../../../map/maplibre.ts';
import { CompareBar } from './compare-bar.tsx';
import type { Comparison } from './compare-text.ts';
import { Divider } from './divider.tsx';
import { SecondMap } from './second-map.tsx';
import type { TellSourceError } from '../source-error.ts';
import { i18n } from '../../../languages/i18n.ts';

const BLINK_MS = 1000;

type CompareViewProps = {
  readonly map: MapLibreMap;
  readonly comparison: Comparison;
  readonly layers: readonly MapLayer[];
  /** What the second map shows. */
  readonly style: StyleSpecification;
  readonly onComparison: (comparison: Comparison | null) => void;
  readonly onSourceError: TellSourceError;
};

/** Two layers in one place: with a handle between them, or in turns. */
export function CompareView({ map, comparison, layers, style, onComparison, onSourceError }: CompareViewProps) {
  const { divider, left, right } = comparison;
  const isStill = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [isPaused, setPaused] = useState(isStill);
  const [isSecond, setSecond] = useState(false);
  const [moved, setMoved] = useState<{ readonly from: Comparison['divider']; readonly at: number } | null>(null);
  const isBlinking = divider === 'blink';
  useEffect(() => {
    if (!isBlinking || isPaused) return;
    const timer = setInterval(() => setSecond((before) => !before), BLINK_MS);
    return () => clearInterval(timer);
  }, [isBlinking, isPaused]);
  const titleOf = (wanted: string): string => layers.find(({ key }) => key === wanted)?.title ?? wanted;
  const from = isBlinking ? (isSecond ? 0 : 100) : moved?.from === divider ? moved.at : divider;
  return (
    <>
      <CompareBar
        comparison={comparison}
        layers={layers}
        isPaused={isPaused}
        onPause={setPaused}
        onComparison={onComparison}
      />
      <SecondMap map={map} style={style} from={from} onSourceError={onSourceError} />
      {!isBlinking &&
        createPortal(
          <Divider
            label={i18n.t('Divider between {title} and {title2}', { title: titleOf(left), title2: titleOf(right) })}
            at={from}
            onMove={(at) => setMoved({ from: divider, at })}
            onRest={(at) => {
              setMoved({ from: divider, at });
              onComparison({ left, right, divider: at });
            }}
          />,
          map.getContainer(),
        )}
      {isBlinking && (
        <output className="al-blink" aria-live="off">
          {titleOf(isSecond ? right : left)}
        </output>
      )}
    </>
  );
}
