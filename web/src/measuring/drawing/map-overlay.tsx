import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { bent, placeAlong, lengthOf } from '../model/geodesy.ts';
import { headlineOf } from '../model/figures.ts';
import { type Feature, measurementOf, type Position, shapeOf } from '../model/measurement.ts';
import type { UnitSystem } from '../model/units.ts';

type MapOverlayProps = {
  readonly map: MapLibreMap;
  readonly features: readonly Feature[];
  readonly units: UnitSystem;
  /** The cross that keys move; null without one. */
  readonly cross: Position | null;
  /** A place of a profile. */
  readonly mark: Position | null;
};

/** More labels cover the map. */
const MOST_LABELS = 150;

/** Numbers beside measurements, and the cross of the keys. Text of the page: a map has no fonts of its own. */
export function MapOverlay({ map, features, units, cross, mark }: MapOverlayProps) {
  const overlay = useRef<HTMLDivElement>(null);
  const labels = useMemo(() => labelsOf(features, units), [features, units]);
  const places = [...labels.map(({ at }) => at), ...(mark === null ? [] : [mark]), ...(cross === null ? [] : [cross])];
  const place = useEffectEvent(() => {
    for (const [at, element] of [...(overlay.current?.children ?? [])].entries()) {
      const position = places[at];
      if (position !== undefined && 'style' in element)
        (element as HTMLElement | SVGElement).style.transform = placeOf(map, position);
    }
  });
  // A map that moves moves them without a new drawing of the page.
  useEffect(() => {
    const follow = (): void => place();
    map.on('move', follow);
    map.on('resize', follow);
    return () => {
      map.off('move', follow);
      map.off('resize', follow);
    };
  }, [map]);
  useLayoutEffect(() => place());
  return createPortal(
    <div ref={overlay} className="al-measuring-overlay" aria-hidden>
      {labels.map(({ id, text }) => (
        <span key={id} className="al-measuring-label">
          {text}
        </span>
      ))}
      {mark !== null && <span className="al-measuring-mark" />}
      {cross !== null && (
        <svg className="al-measuring-cross" viewBox="-16 -16 32 32">
          <path d="M-14 0h10M4 0h10M0 -14v10M0 4v10" />
          <path d="M-14 0h10M4 0h10M0 -14v10M0 4v10" />
        </svg>
      )}
    </div>,
    map.getContainer(),
  );
}

const labelsOf = (features: readonly Feature[], units: UnitSystem) =>
  features
    .flatMap((feature) => {
      const { id, hidden, tool, positions } = measurementOf(feature);
      if (hidden || tool === null) return [];
      const text = headlineOf(feature, units);
      const at = anchorOf(shapeOf(tool), positions);
      return text === '' || at === null ? [] : [{ id, text, at }];
    })
    .slice(0, MOST_LABELS);

/** Half-way along a line, amid the corners of an area. */
function anchorOf(shape: string, positions: readonly Position[]): Position | null {
  if (shape === 'LineString') return placeAlong(bent(positions), lengthOf(positions) / 2);
  const sum = positions.reduce(([x, y], [longitude, latitude]) => [x + longitude, y + latitude] as const, [
    0, 0,
  ] as const);
  return positions.length === 0 ? null : [sum[0] / positions.length, sum[1] / positions.length];
}

function placeOf(map: MapLibreMap, [lng, lat]: Position): string {
  const { x, y } = map.project([lng, lat]);
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}
