import { Stack, Text } from '@mantine/core';
import { FactList } from '../../parts/fact-list.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { resultRows, textOf, valueAt } from '../../tasks/result/result-rows.ts';
import { TERRAIN_FACTS, VOLUMES } from './terrain-facts.ts';
import type { VolumeFacts } from './volume-facts.ts';
import { i18n } from '../../languages/i18n.ts';

type Facts = Readonly<Record<string, unknown>>;
/** An area and its place in the list: two areas may have one name. */
type Row = { readonly area: Facts; readonly place: number };

const NAME = { at: 'name', label: i18n.t('Area') };
const COLUMNS: readonly Column<Row>[] = [
  { head: i18n.t('Area'), names: true, cell: ({ area }) => <bdi>{textOf(NAME, area['name'])}</bdi> },
  ...VOLUMES.filter(({ unlessZero }) => unlessZero !== true).map((fact) => ({
    head: fact.at === 'area' ? i18n.t('On the ground') : fact.label.replace(/ \(.*/, ''),
    short: true as const,
    cell: ({ area }: Row) => textOf(fact, valueAt(area, fact.at)),
  })),
];

/** Cut and fill: of one area, or of all together with a table of each. */
export const VolumeResult = ({ volume: { figures, areas, count } }: { readonly volume: VolumeFacts }) => (
  <Stack gap="md">
    <FactList facts={resultRows('volume', figures, TERRAIN_FACTS)} />
    {areas.length > 0 && (
      <Table
        label={i18n.t('Areas')}
        columns={COLUMNS}
        rows={areas.map((area, place) => ({ area, place }))}
        keyOf={({ place }) => String(place)}
      />
    )}
    {areas.length > 0 && areas.length < count && (
      <Text size="sm" c="dimmed">
        {i18n.t('These are the first {count} of {count2, plural, one {# area} other {# areas}}; the file has all.', {
          count: areas.length,
          count2: count,
        })}
      </Text>
    )}
  </Stack>
);
