import { isRecord } from '../../../format/value.ts';
import type { KnownFact, ToolFacts } from '../../../tasks/result/tool-facts.ts';
import { i18n } from '../../../languages/i18n.ts';

type Facts = Readonly<Record<string, unknown>>;

const LENGTHS: KnownFact = {
  at: 'unit',
  label: i18n.t('Lengths'),
  words: { m: i18n.t('in metres'), units: i18n.t('in units of the model, which has no place on Earth') },
};

/** Facts of tools of models by tool. Lengths have units only where the model has a place. docs/tools.md */
export function meshToolFacts({ unit }: Facts): ToolFacts {
  const isPlaced = unit === 'm';
  const length = isPlaced ? ({ unit: 'm' } as const) : {};
  const area = isPlaced ? ({ unit: 'm²' } as const) : {};
  const volume = isPlaced ? ({ unit: 'm³' } as const) : {};
  return {
    'mesh-export': [
      { at: 'triangles', label: i18n.t('Triangles') },
      { at: 'vertices', label: i18n.t('Vertices') },
      { at: 'sourceTriangles', label: i18n.t('Triangles before') },
      { at: 'error', label: i18n.t('Surface moved by at most (units of the model)'), unlessZero: true },
      { at: 'offset', label: i18n.t('To be added to the coordinates') },
      { at: 'placePath', label: i18n.t('File with the place') },
    ],
    'mesh-section': [
      { at: 'length', label: i18n.t('Length'), ...length },
      { at: 'area', label: i18n.t('Enclosed area'), ...area, unlessZero: true },
      { at: 'lines', label: i18n.t('Lines') },
      { at: 'closedLines', label: i18n.t('Closed lines') },
      { at: 'lowest', label: i18n.t('Lowest point'), ...length },
      { at: 'highest', label: i18n.t('Highest point'), ...length },
      { at: 'drawingPath', label: i18n.t('Drawing') },
      LENGTHS,
    ],
    'mesh-volume': [
      { at: 'enclosedVolume', label: i18n.t('Enclosed volume'), ...volume },
      { at: 'overBase.cut', label: i18n.t('Above the base'), ...volume },
      { at: 'overBase.fill', label: i18n.t('Below the base'), ...volume },
      { at: 'overBase.net', label: i18n.t('Net'), ...volume },
      { at: 'overBase.baseError', label: i18n.t('Error by the fitted base'), ...volume },
      { at: 'overBase.area', label: i18n.t('Area'), ...area },
      { at: 'overBase.areaWithoutHeights', label: i18n.t('Area without heights'), ...area, unlessZero: true },
      { at: 'overBase.baseHeight', label: i18n.t('Height of the base'), ...length },
      { at: 'overBase.lowest', label: i18n.t('Lowest point'), ...length },
      { at: 'overBase.highest', label: i18n.t('Highest point'), ...length },
      { at: 'surfaceArea', label: i18n.t('Surface'), ...area },
      { at: 'isClosed', label: i18n.t('Closed') },
      { at: 'openEdges', label: i18n.t('Open edges'), unlessZero: true },
      { at: 'turnedEdges', label: i18n.t('Edges between triangles that are turned differently'), unlessZero: true },
      { at: 'triangles', label: i18n.t('Triangles') },
      LENGTHS,
    ],
  };
}

/** Facts without those that say nothing, deeper ones as well. */
export const toldFacts = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (value === null) return [];
      return [[name, isRecord(value) ? toldFacts(value) : value]];
    }),
  );
