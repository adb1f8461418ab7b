import { plain } from '../../format/plain.ts';
import { areaOf, lengthOf } from './geodesy.ts';
import { type Feature, type Measurement, measurementOf, type Position, type Tool } from './measurement.ts';
import { storedHeights, storedVolume } from './stored-heights.ts';
import { areaText, heightText, lengthText, type UnitSystem, volumeText } from './units.ts';
import { i18n } from '../../languages/i18n.ts';

/** Names and values, the most important one first. */
export type Figures = readonly (readonly [name: string, value: string])[];

/** What a drawing tells without any file of heights. */
export function drawnFigures(tool: Tool, positions: readonly Position[], units: UnitSystem): Figures {
  switch (tool) {
    case 'distance':
    case 'profile':
      return positions.length < 2 ? [] : [[i18n.t('Length'), lengthText(lengthOf(positions), units)]];
    case 'difference':
      return positions.length < 2 ? [] : [[i18n.t('Horizontal'), lengthText(lengthOf(positions), units)]];
    case 'area':
    case 'volume':
      return areaFigures(positions, units);
    case 'height':
    case 'annotation':
      return [];
  }
}

/** Two corners have a perimeter only, which grows to what it is with the third. */
function areaFigures(corners: readonly Position[], units: UnitSystem): Figures {
  if (corners.length < 3) return corners.length < 2 ? [] : [[i18n.t('Length'), lengthText(lengthOf(corners), units)]];
  const { area, perimeter } = areaOf(corners);
  return [
    [i18n.t('Area'), areaText(area, units)],
    [i18n.t('Perimeter'), lengthText(perimeter, units)],
  ];
}

/** All that a measurement tells. */
export function figuresOf(feature: Feature, { tool, positions }: Measurement, units: UnitSystem): Figures {
  if (tool === null) return [];
  return [...heightFigures(feature, tool, units), ...drawnFigures(tool, positions, units)];
}

function heightFigures({ properties }: Feature, tool: Tool, units: UnitSystem): Figures {
  if (tool === 'volume') return volumeFigures(properties, units);
  const heights = storedHeights(properties);
  const [first, second] = heights;
  if (tool === 'height' && first !== undefined) return [[i18n.t('Height'), heightOr(first, units)]];
  if (tool !== 'difference' || first === undefined || second === undefined) return [];
  const difference = first === null || second === null ? null : second - first;
  return [
    [i18n.t('Height difference'), heightOr(difference, units)],
    [i18n.t('From height'), heightOr(first, units)],
    [i18n.t('To height'), heightOr(second, units)],
  ];
}

const heightOr = (height: number | null, units: UnitSystem): string =>
  height === null ? i18n.t('No height here') : heightText(height, units);

function volumeFigures(properties: Feature['properties'], units: UnitSystem): Figures {
  const volume = storedVolume(properties);
  if (volume === null) return [];
  const size = volume.cellSize.map((side) => lengthText(side, units)).join(' × ');
  return [
    [i18n.t('Net volume'), volumeText(volume.net, units)],
    [i18n.t('Cut'), volumeText(volume.cut, units)],
    [i18n.t('Fill'), volumeText(volume.fill, units)],
    [i18n.t('Base height'), heightText(volume.baseHeight, units)],
    ...(volume.missing > 0 ? ([[i18n.t('Without heights'), areaText(volume.missing, units)]] as const) : []),
    [i18n.t('Cell size'), volume.isCoarse ? i18n.t('{size}, of an overview', { size }) : size],
  ];
}

const MOST_LABEL = 40;

/** What stands beside a measurement on the map and in the list. */
export function headlineOf(feature: Feature, units: UnitSystem): string {
  const measurement = measurementOf(feature);
  if (measurement.tool !== 'annotation') return figuresOf(feature, measurement, units)[0]?.[1] ?? '';
  const text = plain(measurement.text);
  return text.length > MOST_LABEL ? `${text.slice(0, MOST_LABEL)}…` : text;
}
