import type { Entry } from '../../api/answers.ts';
import { formatBytes } from '../../format/bytes.ts';
import { formatCount, formatNumber } from '../../format/count.ts';
import { formatMoment } from '../../format/time.ts';
import { isFolder, kindName } from '../../kinds/index.ts';
import { parentPath } from '../entry-path.ts';

export type Fact = readonly [name: string, value: string];
export type FactGroup = { readonly title: string; readonly facts: readonly Fact[] };
export type VectorLayer = { readonly name: string; readonly geometry: string; readonly features: string };

/** What is known about an entry, in words and units. Groups without facts are left out. */
export function factGroups(entry: Entry): readonly FactGroup[] {
  const of = reader(entry);
  const groups: FactGroup[] = [
    { title: 'File', facts: fileFacts(entry) },
    { title: 'Picture', facts: pictureFacts(of) },
    { title: 'Camera', facts: cameraFacts(of) },
    { title: 'Place', facts: placeFacts(entry, of) },
    { title: 'Content', facts: contentFacts(of) },
  ];
  const other = otherFacts(of);
  return [...groups, { title: 'More', facts: other }].filter(({ facts }) => facts.length > 0);
}

/** The layers of a vector file. */
export function vectorLayers(entry: Entry): readonly VectorLayer[] {
  const vector = entry.properties?.['vector'];
  const layers = isRecord(vector) && Array.isArray(vector['layers']) ? vector['layers'] : [];
  return layers.filter(isRecord).map((layer) => ({
    name: textOf(layer['name']),
    geometry: textOf(layer['geometryType']),
    features: typeof layer['featureCount'] === 'number' ? formatCount(layer['featureCount'], 'feature') : '',
  }));
}

/** Reads properties and remembers which: what nobody has read is shown as it is. */
type Reader = {
  readonly number: (key: string) => number | null;
  readonly text: (key: string) => string | null;
  readonly value: (key: string) => unknown;
  readonly unread: () => readonly (readonly [string, unknown])[];
};

function reader({ properties }: Entry): Reader {
  const read = new Set(['warning', 'vector', 'orientation', 'gpsImgDirectionRef', 'gpsTrackRef', 'geotransform']);
  const value = (key: string): unknown => {
    read.add(key);
    return properties?.[key];
  };
  return {
    value,
    number: (key) => {
      const found = value(key);
      return typeof found === 'number' && Number.isFinite(found) ? found : null;
    },
    text: (key) => {
      const found = value(key);
      return typeof found === 'string' && found !== '' && found !== 'unknown' ? found : null;
    },
    unread: () => Object.entries(properties ?? {}).filter(([key]) => !read.has(key)),
  };
}

const fileFacts = (entry: Entry): readonly Fact[] =>
  known([
    ['Kind', kindName(entry.type)],
    ['Folder', parentPath(entry.path) || 'The dataset itself'],
    ['Size', isFolder(entry) ? null : `${formatBytes(entry.size)} (${formatNumber(entry.size)} bytes)`],
    ['Modified', formatMoment(entry.mtime)],
  ]);

function pictureFacts(of: Reader): readonly Fact[] {
  const [width, height] = [of.number('width'), of.number('height')];
  const captured = of.number('captureTime');
  const size =
    width === null || height === null
      ? null
      : `${formatNumber(width)} × ${formatNumber(height)} pixels (${amount((width * height) / 1e6, 1)} MP)`;
  const seconds = of.number('duration');
  return known([
    ['Captured', captured === null || captured <= 0 ? null : formatMoment(captured / 1000)],
    ['Dimensions', size],
    ['Bands', bandsText(of.value('bands'))],
    ['Duration', seconds === null ? null : `${amount(seconds, 1)} s`],
    ['No-data value', nodataText(of.value('nodata'))],
    ['Projection', of.text('projectionType')],
  ]);
}

function cameraFacts(of: Reader): readonly Fact[] {
  const make = of.text('make');
  const model = of.text('model');
  const [sensorWidth, sensorHeight] = [of.number('sensorWidth'), of.number('sensorHeight')];
  const [focal, focal35] = [of.number('focalLength'), of.number('focalLength35')];
  const speed = of.number('flightSpeed');
  const angles = [of.number('cameraYaw'), of.number('cameraPitch'), of.number('cameraRoll')].map(degrees);
  // The service sends usual angles for cameras that told none.
  const oriented = of.value('hasCameraOrientation') === true;
  of.text('sensor');
  return known([
    ['Camera', make === null && model === null ? null : [make, model].filter((it) => it !== null).join(' ')],
    [
      'Sensor',
      positive(sensorWidth) && positive(sensorHeight)
        ? `${amount(sensorWidth, 2)} × ${amount(sensorHeight, 2)} mm`
        : null,
    ],
    ['Kind of sensor', of.text('sensorCategory')],
    [
      'Focal length',
      positive(focal)
        ? `${amount(focal, 1)} mm${positive(focal35) ? ` (as ${amount(focal35, 0)} mm on 35 mm film)` : ''}`
        : null,
    ],
    ['Looks to', oriented ? `yaw ${angles[0]}, pitch ${angles[1]}, roll ${angles[2]}` : null],
    ['Speed', speed === null ? null : `${amount(speed, 1)} m/s`],
  ]);
}

function placeFacts({ point_geom }: Entry, of: Reader): readonly Fact[] {
  const [longitude, latitude, altitude] = point_geom?.geometry.coordinates ?? [];
  const [across, up] = [of.number('gpsXYAccuracy'), of.number('gpsZAccuracy')];
  return known([
    ['Latitude', latitude === undefined ? null : `${latitude.toFixed(6)}°`],
    ['Longitude', longitude === undefined ? null : `${longitude.toFixed(6)}°`],
    ['Altitude', altitude === undefined || altitude === 0 ? null : `${amount(altitude, 1)} m`],
    ['Accuracy', across === null ? null : `${amount(across, 2)} m${up === null ? '' : `, height ${amount(up, 2)} m`}`],
    ['Coordinate system', systemName(of.text('projection'))],
    ['Extent', extentText(of.value('bounds'))],
    ['Georeferenced', yesNo(of.value('georeferenced'))],
  ]);
}

function contentFacts(of: Reader): readonly Fact[] {
  const [points, splats] = [of.number('pointCount'), of.number('splatCount')];
  const dimensions = of.value('dimensions');
  return known([
    ['Points', points === null ? null : formatNumber(points)],
    ['Values of a point', Array.isArray(dimensions) ? dimensions.join(', ') : null],
    ['Splats', splats === null ? null : formatNumber(splats)],
    ['Spherical harmonics', numberText(of.number('shDegree'), 'degree ')],
    ['Needs', listText(of.value('dependencies'))],
    ['Tileset version', of.text('tilesetVersion')],
    ['Geometric error', numberText(of.number('geometricError'), '')],
  ]);
}

const otherFacts = (of: Reader): readonly Fact[] =>
  of.unread().map(([key, value]) => [humanKey(key), textOf(value)] as const);

const amount = (value: number, digits: number): string =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(value);

const positive = (value: number | null): value is number => value !== null && value > 0;

const degrees = (value: number | null): string => (value === null ? '–' : `${amount(value, 1)}°`);

const numberText = (value: number | null, before: string): string | null =>
  value === null ? null : `${before}${formatNumber(value)}`;

const yesNo = (value: unknown): string | null => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : null);

const known = (facts: readonly (readonly [string, string | null])[]): readonly Fact[] =>
  facts.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== '');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** "Red, Green, Blue (Byte)" of bands with their meaning and type. */
function bandsText(bands: unknown): string | null {
  if (!Array.isArray(bands) || bands.length === 0) return null;
  const records = bands.filter(isRecord);
  const meanings = records.map((band) => textOf(band['colorInterp'])).filter((it) => it !== '');
  const types = [...new Set(records.map((band) => textOf(band['type'])))].filter((it) => it !== '');
  const names = meanings.length === 0 ? formatCount(bands.length, 'band') : meanings.join(', ');
  return types.length === 0 ? names : `${names} (${types.join(', ')})`;
}

/** The value of pixels that hold nothing, of all bands when they have the same one. */
function nodataText(values: unknown): string | null {
  const texts = (Array.isArray(values) ? values : [values]).map((it) => textOf(it) || 'none');
  const different = [...new Set(texts)];
  return different.length === 1 && different[0] === 'none'
    ? null
    : (different.length === 1 ? different : texts).join(', ');
}

const AXES = ['x', 'y', 'z'];

/** "x 576,768.25 to 577,001" and so on in lines, of the least and the greatest coordinates. */
function extentText(bounds: unknown): string | null {
  if (!isRecord(bounds) || !Array.isArray(bounds['min']) || !Array.isArray(bounds['max'])) return listText(bounds);
  const { min, max } = { min: bounds['min'] as readonly unknown[], max: bounds['max'] as readonly unknown[] };
  return AXES.slice(0, Math.min(min.length, max.length))
    .map((axis, index) => `${axis} ${coordinate(min[index])} to ${coordinate(max[index])}`)
    .join('\n');
}

const coordinate = (value: unknown): string => (typeof value === 'number' ? amount(value, 3) : textOf(value));

const listText = (value: unknown): string | null => textOf(value) || null;

/** The name in the text of a coordinate system: the first quoted words of it. */
const systemName = (wkt: string | null): string | null => (wkt === null ? null : (/"([^"]+)"/.exec(wkt)?.[1] ?? wkt));

/** "gpsDop" becomes "Gps dop". */
const humanKey = (key: string): string => {
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * Any value as text. Numbers stay as they were written: a year has no thousands, and 0.00012 is not 0. Lists of simple
 * values are told one by one; what is nested deeper is for programs, and stays as they write it.
 */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.every((it) => typeof it !== 'object')) return value.map(textOf).join(', ');
  return JSON.stringify(value);
}
