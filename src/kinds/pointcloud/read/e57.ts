import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { boxAround, type Box3, cornersOf, isSoundBox, type Vector3 } from '../../../geodata/place/box.ts';
import { crsOfWkt, placeBox } from '../../../geodata/place/crs.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import { readXmlSection } from './e57-pages.ts';
import { MAX_POINTS, type PointCloudFacts } from './facts.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

/** Names of the fields of a point, as other formats call them. */
const DIMENSIONS: Readonly<Record<string, string>> = {
  cartesianX: 'X',
  cartesianY: 'Y',
  cartesianZ: 'Z',
  intensity: 'Intensity',
  timeStamp: 'GpsTime',

  colorRed: 'Red',
  colorGreen: 'Green',
  colorBlue: 'Blue',
  returnIndex: 'ReturnNumber',
  returnCount: 'NumberOfReturns',
};

/** As many different fields are looked at; points have some twenty. */
const MAX_DIMENSIONS = 1024;

/** Facts of an E57 file by its XML section: all scans together. Throws OperationRefusal when that cannot be read. */
export function e57Facts(path: string): PointCloudFacts {
  const window = openWindow(path);
  let root: XmlElement;
  try {
    root = parseXml(readXmlSection(window));
  } finally {
    window.close();
  }
  const scans = child(root, 'data3D')?.children ?? [];
  const counts = scans.map((scan) => Number(child(scan, 'points')?.attributes.get('recordCount') ?? 0));
  const sound = counts.every((count) => Number.isSafeInteger(count) && count >= 0);
  const declared = sound ? counts.reduce((sum, count) => sum + count, 0) : 0;
  const bounds = scans.length === 0 ? null : boundsOf(scans);
  const wkt = child(root, 'coordinateMetadata')?.text ?? '';
  const crs = crsOfWkt(wkt);
  const placed = crs !== null && bounds !== null ? placeBox(crs, bounds) : { place: null, problem: null };
  const problems = [
    sound && declared <= MAX_POINTS ? null : 'It declares a number of points that cannot be true.',
    wkt.trim() !== '' && crs === null ? 'Its coordinate reference system cannot be read.' : null,
    placed.problem,
  ];
  return {
    pointCount: Math.min(declared, MAX_POINTS),
    estimated: false,
    dimensions: dimensionsOf(scans),
    bounds,
    projection: crs?.toWKT() ?? null,
    place: placed.place,
    details: { scans: scans.length },
    problems: problems.filter((problem) => problem !== null),
  };
}

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name);

/** An empty number is 0; what is absent is `otherwise`. */
function numberOf(element: XmlElement | undefined, name: string, otherwise = NaN): number {
  const found = child(element, name);
  return found === undefined ? otherwise : Number(found.text.trim() === '' ? 0 : found.text);
}

function dimensionsOf(scans: readonly XmlElement[]): readonly string[] {
  const fields = scans.flatMap((scan) => child(child(scan, 'points'), 'prototype')?.children ?? []);
  const names = fields.filter(({ name }) => !name.endsWith('InvalidState')).map(({ name }) => DIMENSIONS[name] ?? name);
  return [...new Set(names)].slice(0, MAX_DIMENSIONS).map((name) => plainText(name, 64));
}

/** Null unless every scan has sound bounds; each is turned and moved to where it stood. */
function boundsOf(scans: readonly XmlElement[]): Box3 | null {
  const corners: Vector3[] = [];
  for (const scan of scans) {
    const declared = child(scan, 'cartesianBounds');
    const side = (end: string): Vector3 => [
      numberOf(declared, `x${end}`),
      numberOf(declared, `y${end}`),
      numberOf(declared, `z${end}`),
    ];
    const box: Box3 = { min: side('Minimum'), max: side('Maximum') };
    if (!isSoundBox(box)) return null;
    const stand = poseOf(child(scan, 'pose'));
    corners.push(...cornersOf(box).map(stand));
  }
  const box = boxAround(corners);
  return box !== null && isSoundBox(box) ? box : null;
}

/** Where a scanner stood: a turn by a unit quaternion, then a shift. */
function poseOf(pose: XmlElement | undefined): (position: Vector3) => Vector3 {
  const [turn, shift] = [child(pose, 'rotation'), child(pose, 'translation')];
  const [w, i, j, k] = [numberOf(turn, 'w', 1), ...['x', 'y', 'z'].map((axis) => numberOf(turn, axis, 0))] as const;
  const [dx, dy, dz] = ['x', 'y', 'z'].map((axis) => numberOf(shift, axis, 0));
  const [a, b, c, d] = [w, i ?? 0, j ?? 0, k ?? 0];
  return ([x, y, z]) => [
    (1 - 2 * (c * c + d * d)) * x + 2 * (b * c - a * d) * y + 2 * (b * d + a * c) * z + (dx ?? 0),
    2 * (b * c + a * d) * x + (1 - 2 * (b * b + d * d)) * y + 2 * (c * d - a * b) * z + (dy ?? 0),
    2 * (b * d - a * c) * x + 2 * (c * d + a * b) * y + (1 - 2 * (b * b + c * c)) * z + (dz ?? 0),
  ];
}
