import { useEffect, useState } from 'react';
import type { LengthUnit } from '../geometry/scene-frame.ts';
import type { SceneOwner } from '../core/scene-owner.ts';
import type { Box, Triple } from '../geometry/triple.ts';
import { measure } from '../tools/measure.ts';
import type { Measurement, Measuring } from '../tools/measuring.ts';
import { edgesOf, pathOf } from '../tools/segments.ts';

type SceneOverlayProps = {
  readonly owner: SceneOwner;
  readonly measuring: Measuring;
  /** The point that is inspected. */
  readonly picked: Triple | null;
  readonly clip: Box | null;
  readonly unit: LengthUnit;
};

/** Measurements and the clip box over the picture; it follows each frame. */
export function SceneOverlay({ owner, measuring, picked, clip, unit }: SceneOverlayProps) {
  const [, setFrame] = useState(0);
  useEffect(() => owner.onFrame(() => setFrame((count) => count + 1)), [owner]);
  const all = [...measuring.done, ...(measuring.open === null ? [] : [measuring.open])];
  const [width, height] = owner.size();
  return (
    <svg className="al-scene-overlay" aria-hidden>
      {clip !== null && <path className="al-scene-box" d={pathOf(owner, edgesOf(clip))} />}
      {all.map((measurement, index) => (
        <Drawn key={index} owner={owner} measurement={measurement} unit={unit} />
      ))}
      {picked !== null && <Dot owner={owner} at={picked} />}
      {measuring.open !== null && (
        <path className="al-scene-cross" d={`M${width / 2 - 8} ${height / 2}h16M${width / 2} ${height / 2 - 8}v16`} />
      )}
    </svg>
  );
}

type DrawnProps = { readonly owner: SceneOwner; readonly measurement: Measurement; readonly unit: LengthUnit };

function Drawn({ owner, measurement: { tool, points }, unit }: DrawnProps) {
  const last = points.at(-1);
  const place = last === undefined ? null : owner.project(last);
  const [first] = measure(tool, points, unit);
  return (
    <g>
      <path className="al-scene-line" d={pathOf(owner, linesOf(tool, points))} />
      {points.map((point, index) => (
        <Dot key={index} owner={owner} at={point} />
      ))}
      {place !== null && first !== undefined && (
        <text x={place[0] + 10} y={place[1] - 10}>
          {first[1]}
        </text>
      )}
    </g>
  );
}

function linesOf(tool: Measurement['tool'], points: readonly Triple[]): readonly (readonly [Triple, Triple])[] {
  const [first, second] = points;
  if (tool === 'height' && first !== undefined && second !== undefined) {
    // Up from the first, then across: the height is the upright line.
    const above: Triple = [first[0], first[1], second[2]];
    return [
      [first, above],
      [above, second],
    ];
  }
  const ring = tool === 'area' && points.length > 2 && first !== undefined ? [...points, first] : points;
  return ring.slice(1).map((point, index) => [ring[index] ?? point, point] as const);
}

function Dot({ owner, at }: { readonly owner: SceneOwner; readonly at: Triple }) {
  const place = owner.project(at);
  return place === null ? null : <circle cx={place[0]} cy={place[1]} r={4} />;
}
