import { isRecord } from '../../../format/value.ts';
import type { KnownFact, ToolFacts } from '../../../tasks/result/tool-facts.ts';

type Facts = Readonly<Record<string, unknown>>;

const LENGTHS: KnownFact = {
  at: 'unit',
  label: 'Lengths',
  words: { m: 'in metres', units: 'in units of the model, which has no place on Earth' },
};

/** Facts of tools of models by tool. Lengths have units only where the model has a place. docs/tools.md */
export function meshToolFacts({ unit }: Facts): ToolFacts {
  const isPlaced = unit === 'm';
  const length = isPlaced ? ({ unit: 'm' } as const) : {};
  const area = isPlaced ? ({ unit: 'm²' } as const) : {};
  const volume = isPlaced ? ({ unit: 'm³' } as const) : {};
  return {
    'mesh-export': [
      { at: 'triangles', label: 'Triangles' },
      { at: 'vertices', label: 'Vertices' },
      { at: 'sourceTriangles', label: 'Triangles before' },
      { at: 'error', label: 'Surface moved by at most (units of the model)', unlessZero: true },
      { at: 'offset', label: 'To be added to the coordinates' },
      { at: 'placePath', label: 'File with the place' },
    ],
    'mesh-section': [
      { at: 'length', label: 'Length', ...length },
      { at: 'area', label: 'Enclosed area', ...area, unlessZero: true },
      { at: 'lines', label: 'Lines' },
      { at: 'closedLines', label: 'Closed lines' },
      { at: 'lowest', label: 'Lowest point', ...length },
      { at: 'highest', label: 'Highest point', ...length },
      { at: 'drawingPath', label: 'Drawing' },
      LENGTHS,
    ],
    'mesh-volume': [
      { at: 'enclosedVolume', label: 'Enclosed volume', ...volume },
      { at: 'overBase.cut', label: 'Above the base', ...volume },
      { at: 'overBase.fill', label: 'Below the base', ...volume },
      { at: 'overBase.net', label: 'Net', ...volume },
      { at: 'overBase.baseError', label: 'Error by the fitted base', ...volume },
      { at: 'overBase.area', label: 'Area', ...area },
      { at: 'overBase.areaWithoutHeights', label: 'Area without heights', ...area, unlessZero: true },
      { at: 'overBase.baseHeight', label: 'Height of the base', ...length },
      { at: 'overBase.lowest', label: 'Lowest point', ...length },
      { at: 'overBase.highest', label: 'Highest point', ...length },
      { at: 'surfaceArea', label: 'Surface', ...area },
      { at: 'isClosed', label: 'Closed' },
      { at: 'openEdges', label: 'Open edges', unlessZero: true },
      { at: 'turnedEdges', label: 'Edges between triangles that are turned differently', unlessZero: true },
      { at: 'triangles', label: 'Triangles' },
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
