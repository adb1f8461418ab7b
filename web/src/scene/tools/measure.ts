import { formatAmount } from '../../format/value.ts';
import type { LengthUnit } from '../geometry/scene-frame.ts';
import { cross, dot, lengthOf, minus, times, type Triple } from '../geometry/triple.ts';
import { i18n } from '../../languages/i18n.ts';

/** Tools that take points of the picture. */
export const MEASURE_TOOLS = ['distance', 'height', 'area', 'angle', 'profile'] as const;
/** `calibration` is chosen in the settings of a layer: two points whose true distance somebody knows. */
export type MeasureTool = (typeof MEASURE_TOOLS)[number] | 'calibration';

export const TOOL_NAMES: Readonly<Record<MeasureTool, string>> = {
  distance: i18n.t('Distance'),
  height: i18n.t('Height difference'),
  area: i18n.t('Area'),
  angle: i18n.t('Angle'),
  profile: i18n.t('Profile'),
  calibration: i18n.t('Calibration'),
};

/** Points after which a measurement is complete; as many as there are for a path and an area. */
export const POINTS_OF: Readonly<Record<MeasureTool, number>> = {
  distance: Infinity,
  height: 2,
  area: Infinity,
  angle: 3,
  profile: 2,
  calibration: 2,
};

export type Measured = readonly (readonly [name: string, value: string])[];

/** What a tool tells of the points so far. Points are in coordinates of the scene. */
export function measure(tool: MeasureTool, points: readonly Triple[], unit: LengthUnit): Measured {
  const [first, second, third] = points;
  if (first === undefined || second === undefined) return [];
  switch (tool) {
    case 'distance':
      return [
        [i18n.t('Distance'), lengthText(pathLength(points), unit)],
        [i18n.t('Horizontal'), lengthText(pathLength(points.map(onGround)), unit)],
      ];
    case 'height':
      return [
        [i18n.t('Height difference'), lengthText(second[2] - first[2], unit)],
        [i18n.t('Horizontal'), lengthText(pathLength([first, second].map(onGround)), unit)],
      ];
    case 'area':
      if (third === undefined) return [];
      return [
        [i18n.t('Area'), areaText(polygonArea(points), unit)],
        [i18n.t('Horizontal'), areaText(polygonArea(points.map(onGround)), unit)],
        [i18n.t('Perimeter'), lengthText(pathLength([...points, first]), unit)],
      ];
    case 'angle':
      return third === undefined ? [] : [[i18n.t('Angle'), `${formatAmount(angleAt(first, second, third), 1)}°`]];
    case 'calibration':
      return [[i18n.t('Distance'), lengthText(pathLength([first, second]), unit)]];
    case 'profile':
      return [[i18n.t('Length'), lengthText(pathLength([first, second].map(onGround)), unit)]];
  }
}

const onGround = ([x, y]: Triple): Triple => [x, y, 0];

export const pathLength = (points: readonly Triple[]): number =>
  points.slice(1).reduce((sum, point, index) => sum + lengthOf(minus(point, points[index] ?? point)), 0);

/** Area of a polygon whose corners lie about in one plane (Newell's vector). */
export function polygonArea(points: readonly Triple[]): number {
  const [origin] = points;
  if (origin === undefined) return 0;
  let sum: Triple = [0, 0, 0];
  points.forEach((point, index) => {
    const next = points[(index + 1) % points.length] ?? point;
    const part = cross(minus(point, origin), minus(next, origin));
    sum = [sum[0] + part[0], sum[1] + part[1], sum[2] + part[2]];
  });
  return lengthOf(times(sum, 0.5));
}

/** Degrees between two directions from the second point. */
export function angleAt(first: Triple, corner: Triple, last: Triple): number {
  const [one, other] = [minus(first, corner), minus(last, corner)];
  return (Math.atan2(lengthOf(cross(one, other)), dot(one, other)) * 180) / Math.PI;
}

/** Millimetres are more than a cloud has. */
const DIGITS = 3;

export const lengthText = (value: number, unit: LengthUnit): string => withUnit(value, unit);

function withUnit(value: number, unit: string): string {
  const amount = formatAmount(value, DIGITS);
  return `${amount} ${amount === '1' ? unit.replace(/units$/, 'unit') : unit}`;
}

const AREA_UNITS: Readonly<Record<LengthUnit, string>> = {
  m: 'm²',
  ft: 'ft²',
  'ft (US)': 'ft² (US)',
  units: i18n.t('square units'),
};

export const areaText = (value: number, unit: LengthUnit): string => withUnit(value, AREA_UNITS[unit]);
