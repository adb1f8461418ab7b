import { Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rasterStatisticsQuery, type RasterInfo } from '../../../api/rasters.ts';
import { Problem } from '../../../parts/problem.tsx';
import type { RasterFile } from '../raster-file.ts';
import { HistogramRange } from './histogram-range.tsx';
import { formatValue } from './format-value.ts';
import type { Range, RasterLook } from './look-text.ts';
import { drawnBands } from './shown-look.ts';
import { rangeOf, rangesOf, withRanges } from './stretch.ts';
import { i18n } from '../../../languages/i18n.ts';

type StretchPanelProps = {
  readonly file: RasterFile;
  readonly info: RasterInfo;
  readonly look: RasterLook;
  readonly onLook: (look: RasterLook) => void;
};

const CHANNELS = [i18n.t('Red'), i18n.t('Green'), i18n.t('Blue')];

/** Which values the colours begin and end at, on a histogram of all values. */
export function StretchPanel({ file, info, look, onLook }: StretchPanelProps) {
  const numbers = drawnBands(info, look);
  const of = look.kind === 'index' ? { expression: look.index } : { bands: numbers.join(',') };
  const statistics = useQuery(rasterStatisticsQuery(file, of));
  const [channel, setChannel] = useState('0');
  if (statistics.isPending) return <Skeleton height={140} />;
  if (statistics.error !== null)
    return (
      <Problem
        title={i18n.t('The histogram could not be read')}
        error={statistics.error}
        onRetry={() => void statistics.refetch()}
      />
    );

  const items = statistics.data;
  const ends = items.map(({ min, max }) => rangeOf(min, max));
  const at = Math.min(Number(channel), items.length - 1);
  const item = items[at];
  const whole = ends[at] ?? null;
  if (item === undefined || item.histogram === null || whole === null)
    return (
      <Text size="sm" c="dimmed">
        {i18n.t('All values are the same, so there is nothing to stretch.')}
      </Text>
    );
  const isBytes = (place: number): boolean =>
    look.kind !== 'index' && info.bands.find(({ number }) => number === numbers[place])?.type === 'uint8';
  /** An index has ends that do not move with the values. */
  const natural = look.kind === 'index' ? (info.indices.find(({ name }) => name === look.index)?.range ?? null) : null;
  const own = rangesOf(look);
  /** What is drawn where the look says nothing: bytes as they are, other values from the least to the greatest. */
  const drawn = ends.map((range, place): Range => own?.[place] ?? (isBytes(place) ? [0, 255] : (range ?? [0, 1])));
  const chosen = drawn[at] ?? whole;
  const scale = joined(isBytes(at) ? [0, 255] : natural === null ? whole : joined(whole, natural), chosen);
  const band = look.kind === 'index' ? undefined : info.bands.find(({ number }) => number === numbers[at]);
  const setAll = (ranges: readonly (Range | null)[]): void =>
    onLook(
      withRanges(
        info,
        look,
        ranges.map((range, place) => range ?? drawn[place] ?? [0, 1]),
      ),
    );
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {i18n.t('Stretch')}
      </Text>
      {items.length > 1 && (
        <NativeSelect
          aria-label={i18n.t('Channel')}
          value={String(at)}
          data={CHANNELS.slice(0, items.length).map((label, place) => ({ label, value: String(place) }))}
          onChange={({ currentTarget }) => setChannel(currentTarget.value)}
        />
      )}
      <HistogramRange
        key={at}
        histogram={item.histogram}
        scale={scale}
        range={chosen}
        textOf={(value) => formatValue(value, band, scale)}
        onRange={(range) => setAll(drawn.map((before, place) => (place === at ? range : before)))}
      />
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => setAll(ends)}>
          {i18n.t('Min–max')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setAll(items.map(({ percentile2, percentile98 }) => rangeOf(percentile2, percentile98)))}
        >
          2–98 %
        </Button>
        <Button variant="default" size="compact-sm" disabled={own === null} onClick={() => onLook(withoutRanges(look))}>
          {i18n.t('Reset')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The look as the service stretches it. */
function withoutRanges(look: RasterLook): RasterLook {
  if (look.kind === 'bands') return { ...look, ranges: null };
  return 'range' in look ? { ...look, range: null } : look;
}

const joined = (one: Range, other: Range): Range => [Math.min(one[0], other[0]), Math.max(one[1], other[1])];
