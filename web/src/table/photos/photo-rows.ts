import type { Entry } from '../../api/answers.ts';
import { baseName, parentPath } from '../../files/entry-path.ts';
import { formatBytes } from '../../format/bytes.ts';
import { formatAmount } from '../../format/value.ts';
import type { FilterProperty } from '../filter/condition.ts';
import type { GridColumn, GridSort } from '../grid/grid-types.ts';
import type { ValueKind } from '../value-kind.ts';
import { i18n } from '../../languages/i18n.ts';
import { LOCALE } from '../../languages/language.ts';

/** A photo as a row of a table; null where the file does not tell it. */
export type PhotoRow = {
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  /** ISO 8601. */
  readonly date: string | null;
  readonly camera: string | null;
  /** Metres, as the camera has them. */
  readonly height: number | null;
  /** Bytes. */
  readonly size: number;
  readonly place: readonly [longitude: number, latitude: number] | null;
};

type PhotoColumn = Omit<GridColumn, 'name'> & { readonly name: Exclude<keyof PhotoRow, 'path'> };

const column = (name: PhotoColumn['name'], label: string, kind: ValueKind, width: number): PhotoColumn => ({
  name,
  label,
  kind,
  width,
  isSortable: name !== 'place',
});

export const PHOTO_COLUMNS: readonly PhotoColumn[] = [
  column('name', i18n.t('File name'), 'text', 240),
  column('folder', i18n.t('Folder'), 'text', 160),
  column('date', i18n.t('Date'), 'time', 200),
  column('camera', i18n.t('Camera'), 'text', 180),
  column('height', i18n.t('Height (m)'), 'number', 120),
  column('size', i18n.t('Size'), 'text', 110),
  column('place', i18n.t('Place (lat, lon)'), 'text', 200),
];

/** What photos are filtered by; sizes are bytes. */
export const PHOTO_PROPERTIES: readonly FilterProperty[] = [
  { name: 'name', label: i18n.t('File name'), kind: 'text' },
  { name: 'folder', label: i18n.t('Folder'), kind: 'text' },
  { name: 'date', label: i18n.t('Date'), kind: 'time' },
  { name: 'camera', label: i18n.t('Camera'), kind: 'text' },
  { name: 'height', label: i18n.t('Height (m)'), kind: 'number' },
  { name: 'size', label: i18n.t('Size (bytes)'), kind: 'integer' },
];

export function photoRow({ path, size, properties, point_geom }: Entry): PhotoRow {
  const text = (name: string): string => {
    const value = properties?.[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const captured = properties?.['captureTime'];
  const [longitude, latitude, height] = point_geom?.geometry.coordinates ?? [];
  const camera = [text('make'), text('model')].filter((part) => part !== '').join(' ');
  return {
    path,
    name: baseName(path),
    folder: parentPath(path),
    date: typeof captured === 'number' && captured > 0 && captured <= 8.64e15 ? new Date(captured).toISOString() : null,
    camera: camera === '' ? null : camera,
    height: height ?? null,
    size,
    place: longitude === undefined || latitude === undefined ? null : [longitude, latitude],
  };
}

/** Values of a row in the order of the columns, as they are shown. */
export const photoValues = (row: PhotoRow): readonly unknown[] =>
  PHOTO_COLUMNS.map(({ name }) => {
    if (name === 'size') return formatBytes(row.size);
    if (name === 'place') return row.place && `${formatAmount(row.place[1], 6)}, ${formatAmount(row.place[0], 6)}`;
    return name === 'height' ? row.height && Math.round(row.height * 100) / 100 : row[name];
  });

const NAMES = new Intl.Collator(LOCALE, { numeric: true });

/** Photos in an order; those that do not tell it come last. */
export function sortedPhotos(rows: readonly PhotoRow[], sort: GridSort): readonly PhotoRow[] {
  const name = PHOTO_COLUMNS.find((it) => it.name === sort?.name)?.name;
  if (sort === null || name === undefined || name === 'place') return rows;
  const turn = sort.isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [a[name], b[name]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order =
      typeof left === 'number' && typeof right === 'number' ? left - right : NAMES.compare(String(left), String(right));
    return order * turn || NAMES.compare(a.path, b.path);
  });
}

/** True of a photo in a box, which may reach over the antimeridian. */
export function isInBox(
  { place }: PhotoRow,
  [west, south, east, north]: readonly [number, number, number, number],
): boolean {
  if (place === null) return false;
  const [longitude, latitude] = place;
  const isBetween = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}
