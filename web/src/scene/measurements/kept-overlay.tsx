import { useEffect, useState } from 'react';
import { headlineOf } from '../../measuring/model/figures.ts';
import type { UnitSystem } from '../../measuring/model/units.ts';
import type { SceneOwner } from '../core/scene-owner.ts';
import type { Triple } from '../geometry/triple.ts';
import { pathOf } from '../tools/segments.ts';
import type { KeptShape } from './kept-features.ts';

type KeptOverlayProps = {
  readonly owner: SceneOwner;
  readonly shapes: readonly KeptShape[];
  readonly units: UnitSystem;
};

/** The measurements of the dataset over the picture; they follow each frame. */
export function KeptOverlay({ owner, shapes, units }: KeptOverlayProps) {
  const [, setFrame] = useState(0);
  useEffect(() => owner.onFrame(() => setFrame((count) => count + 1)), [owner]);
  return (
    <svg className="al-scene-overlay al-scene-kept" aria-hidden>
      {shapes.map(({ id, feature, colour, points, lines }) => (
        <g key={id} data-kept={id}>
          <path className="al-scene-kept-around" d={pathOf(owner, lines)} />
          <path style={{ stroke: colour }} d={pathOf(owner, lines)} />
          {points.map((at, index) => (
            <Dot key={index} owner={owner} at={at} colour={colour} />
          ))}
          <Label owner={owner} at={middleOf(points)} text={headlineOf(feature, units)} />
        </g>
      ))}
    </svg>
  );
}

/** That of the points, not of their box: it lies on a line of two. */
const middleOf = (points: readonly Triple[]): Triple =>
  [0, 1, 2].map(
    (axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length,
  ) as unknown as Triple;

type DotProps = { readonly owner: SceneOwner; readonly at: Triple; readonly colour: string };

function Dot({ owner, at, colour }: DotProps) {
  const place = owner.project(at);
  return place === null ? null : (
    <circle cx={place[0]} cy={place[1]} r={4} style={{ stroke: colour, fill: '#ffffff' }} />
  );
}

function Label({ owner, at, text }: { readonly owner: SceneOwner; readonly at: Triple; readonly text: string }) {
  const place = owner.project(at);
  if (place === null || text === '') return null;
  return (
    <text x={place[0] + 8} y={place[1] - 8}>
      {text}
    </text>
  );
}
