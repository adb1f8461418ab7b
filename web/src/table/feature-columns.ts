import type { FeatureRow, LayerSchema } from '../api/features.ts';
import type { FilterProperty } from './filter/condition.ts';
import { cellText } from './grid/cell-text.ts';
import { columnWidth } from './grid/column-width.ts';
import type { GridColumn, GridRow } from './grid/grid-types.ts';
import { kindOfProperty } from './value-kind.ts';
import { i18n } from '../languages/i18n.ts';

/** Columns of a table: each cell of them is an element. */
export const MOST_COLUMNS = 200;

/** Rows by which the widths of columns are chosen. */
const MEASURED = 50;

const attributesOf = ({ properties }: LayerSchema) =>
  Object.entries(properties).filter(([, property]) => property['x-ogc-role'] !== 'primary-geometry');

/** Columns of a layer, as wide as its first rows want. */
export const featureColumns = (schema: LayerSchema, rows: readonly FeatureRow[]): readonly GridColumn[] =>
  attributesOf(schema)
    .slice(0, MOST_COLUMNS)
    .map(([name, property]) => {
      const kind = kindOfProperty(property);
      const texts = rows.slice(0, MEASURED).map(({ properties }) => cellText(properties[name], kind, name));
      // A comma would end the name in the address.
      const isSortable = kind !== 'bytes' && !name.includes(',') && name === name.trim();
      return { name, label: name, kind, isSortable, width: columnWidth(name, texts) };
    });

export const filterProperties = (queryables: LayerSchema): readonly FilterProperty[] =>
  attributesOf(queryables).map(([name, property]) => ({ name, label: name, kind: kindOfProperty(property) }));

export const featureRow = (feature: FeatureRow | undefined, columns: readonly GridColumn[]): GridRow | undefined =>
  feature && {
    id: String(feature.id),
    label: i18n.t('feature {id}', { id: feature.id }),
    values: columns.map(({ name }) => feature.properties[name]),
  };
