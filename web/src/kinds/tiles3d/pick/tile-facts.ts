import type { Intersection, Mesh, Object3D } from 'three';
import { type SceneFrame, toCrs } from '../../../scene/geometry/scene-frame.ts';
import { formatNumber } from '../../../format/count.ts';
import { formatAmount } from '../../../format/value.ts';
import type { TilesetPlace } from '../place/tileset-place.ts';
import { i18n } from '../../../languages/i18n.ts';

type Fact = readonly [name: string, value: string];
type BatchTable = { readonly getDataFromId: (id: number) => Readonly<Record<string, unknown>> };
type PickedTile = {
  readonly content?: { readonly uri?: string };
  readonly geometricError?: number;
  readonly internal?: { readonly depth?: number };
};

/** Values of a feature that are told. */
const MOST_VALUES = 50;

/** What is known of the place that was picked: the tile, where it is on Earth, and the values of a building or tree. */
export function tileFacts(part: unknown, frame: SceneFrame, { onEarth }: TilesetPlace): readonly Fact[] {
  if (!isHit(part)) return [];
  const { object, point } = part;
  const tile = (object.userData['tile'] ?? {}) as PickedTile;
  const earth = onEarth?.(toCrs(frame, [point.x, point.y, point.z]));
  const facts: readonly (Fact | null)[] = [
    earth === undefined ? null : [i18n.t('Longitude'), `${earth[0].toFixed(7)}°`],
    earth === undefined ? null : [i18n.t('Latitude'), `${earth[1].toFixed(7)}°`],
    earth === undefined ? null : [i18n.t('Height above the ellipsoid'), `${formatAmount(earth[2], 2)} m`],
    tile.content?.uri === undefined ? null : [i18n.t('Tile'), tile.content.uri],
    tile.internal?.depth === undefined ? null : [i18n.t('Level'), String(tile.internal.depth)],
    tile.geometricError === undefined ? null : [i18n.t('Geometric error'), `${formatNumber(tile.geometricError)} m`],
    ...featureFacts(part),
  ];
  return facts.filter((fact) => fact !== null);
}

const isHit = (part: unknown): part is Intersection =>
  typeof part === 'object' && part !== null && 'object' in part && 'point' in part;

/** Values of what batch tables call a feature. */
function featureFacts({ object, face, index, instanceId }: Intersection): readonly Fact[] {
  const table = batchTableOf(object);
  const ids = (object as Mesh).geometry?.attributes['_batchid'];
  const id = instanceId ?? (ids === undefined ? undefined : ids.getX(face?.a ?? index ?? 0));
  if (table === null || id === undefined) return [];
  return Object.entries(table.getDataFromId(id))
    .slice(0, MOST_VALUES)
    .map(([name, value]) => [name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')] as const);
}

function batchTableOf(object: Object3D): BatchTable | null {
  for (let at: Object3D | null = object; at !== null; at = at.parent) {
    if ('batchTable' in at) return (at.batchTable as BatchTable | null) ?? null;
  }
  return null;
}
