import { areaOf, lengthOf } from './geodesy.ts';
import { type Feature, FIRST_COLOUR, geometryOf, type Position, type Tool, TYPE_OF } from './measurement.ts';
import { USUAL_BASE } from './volume-base.ts';
import { i18n } from '../../languages/i18n.ts';

/** Names of new measurements: "Area 3". */
export const TOOL_NAMES: Readonly<Record<Tool, string>> = {
  distance: i18n.t('Distance'),
  area: i18n.t('Area'),
  height: i18n.t('Height'),
  difference: i18n.t('Height difference'),
  profile: i18n.t('Profile'),
  volume: i18n.t('Volume'),
  annotation: i18n.t('Note'),
};

/** Tools that read a file of heights. */
export const NEEDS_HEIGHTS: readonly Tool[] = ['height', 'difference', 'profile', 'volume'];

type Made = {
  readonly id: string;
  readonly tool: Tool;
  readonly positions: readonly Position[];
  readonly name: string;
  readonly surface: string | null;
  readonly by: string | null;
  readonly at: string;
};

/** A measurement as it is written. */
export function newFeature({ id, tool, positions, name, surface, by, at }: Made): Feature {
  return {
    type: 'Feature',
    id,
    geometry: geometryOf(tool, positions),
    properties: {
      measurementType: TYPE_OF[tool],
      tool,
      name,
      color: FIRST_COLOUR,
      ...(by === null ? {} : { createdBy: by }),
      createdAt: at,
      ...(NEEDS_HEIGHTS.includes(tool) && surface !== null ? { surface } : {}),
      ...(tool === 'volume' ? { base: USUAL_BASE } : {}),
      ...drawnProperties(tool, positions),
    },
  };
}

/** Metres and square metres, for readers that do not measure themselves. */
function drawnProperties(tool: Tool, positions: readonly Position[]): Feature['properties'] {
  switch (tool) {
    case 'distance':
    case 'profile':
    case 'difference':
      return { length: inMillimetres(lengthOf(positions)) };
    case 'area':
    case 'volume': {
      const { area, perimeter } = areaOf(positions);
      return { area: inMillimetres(area), perimeter: inMillimetres(perimeter) };
    }
    case 'height':
    case 'annotation':
      return {};
  }
}

const inMillimetres = (value: number): number => Number(value.toFixed(3));

/** A feature with other properties, and who changed it when. Undefined takes one away. */
export function withProperties(
  feature: Feature,
  properties: Readonly<Record<string, unknown>>,
  { by, at }: { readonly by: string | null; readonly at: string },
): Feature {
  const all = { ...feature.properties, ...properties, ...(by === null ? {} : { modifiedBy: by }), modifiedAt: at };
  const there = Object.entries(all).filter(([, value]) => value !== undefined);
  return { ...feature, properties: Object.fromEntries(there) };
}

/** The first name of a tool that no measurement has. */
export function freeName(tool: Tool, names: readonly string[]): string {
  const taken = new Set(names);
  let number = 1;
  while (taken.has(`${TOOL_NAMES[tool]} ${number}`)) number += 1;
  return `${TOOL_NAMES[tool]} ${number}`;
}
