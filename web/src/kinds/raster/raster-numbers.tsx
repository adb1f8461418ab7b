import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { rasterInfoQuery, rasterStatisticsQuery } from '../../api/rasters.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { BARS_HEIGHT, BARS_WIDTH, HistogramBars } from './look/histogram-bars.tsx';
import { formatValue } from './look/format-value.ts';
import { i18n } from '../../languages/i18n.ts';

/** Bands whose numbers are shown; a raster may have hundreds. */
const MOST_BANDS = 8;

type RasterNumbersProps = { readonly datasetRef: DatasetRef; readonly entry: Entry };

/** What the values of each band are like. */
export function RasterNumbers({ datasetRef, entry }: RasterNumbersProps) {
  const file = { datasetRef, path: entry.path, version: entry.hash };
  const info = useQuery(rasterInfoQuery(file));
  const bands = (info.data?.bands ?? []).slice(0, MOST_BANDS);
  const statistics = useQuery({
    ...rasterStatisticsQuery(file, { bands: bands.map(({ number }) => number).join(',') }),
    enabled: bands.length > 0,
  });
  const failed = [info, statistics].find(({ error }) => error !== null);
  if (failed !== undefined)
    return (
      <Problem
        title={i18n.t('The values could not be read')}
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  if (info.data === undefined || (bands.length > 0 && statistics.data === undefined)) return <Skeleton height={140} />;
  return (
    <Stack gap="md">
      {bands.map((band, at) => {
        const of = statistics.data?.[at];
        if (of === undefined) return null;
        const { min, max, percentile2: low, percentile98: high, histogram } = of;
        const textOf = (value: number | null): string => (value === null ? '–' : formatValue(value, band));
        return (
          <section
            key={band.number}
            className="al-properties-group"
            aria-label={i18n.t('Band {number}', { number: band.number })}
          >
            <Text component="h4" size="sm" fw={600}>
              {band.name === '' ? i18n.t('Band {number}', { number: band.number }) : <bdi>{band.name}</bdi>}
            </Text>
            {histogram !== null && min !== null && max !== null && min < max && (
              <div className="al-histogram">
                <svg
                  viewBox={`0 0 ${BARS_WIDTH} ${BARS_HEIGHT}`}
                  preserveAspectRatio="none"
                  role="img"
                  aria-label={i18n.t('Histogram')}
                >
                  <HistogramBars histogram={histogram} scale={[min, max]} />
                </svg>
              </div>
            )}
            <FactList
              facts={[
                [i18n.t('Lowest'), textOf(min)],
                [i18n.t('Highest'), textOf(max)],
                [i18n.t('96 % of values'), i18n.t('{text} to {text2}', { text: textOf(low), text2: textOf(high) })],
              ]}
            />
          </section>
        );
      })}
      {info.data.bands.length > bands.length && (
        <Text size="sm" c="dimmed">
          {i18n.t('The first {count, plural, one {# band} other {# bands}} of {count2}', {
            count: bands.length,
            count2: info.data.bands.length,
          })}
        </Text>
      )}
    </Stack>
  );
}
