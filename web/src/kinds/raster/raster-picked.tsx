import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rasterInfoQuery, rasterValueQuery } from '../../api/rasters.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { PickedProps } from '../map-kind.ts';
import { formatRead, rangeOfIndex } from './look/format-value.ts';
import { bandName } from './look/shown-look.ts';
import { rasterFile } from './raster-file.ts';
import { i18n } from '../../languages/i18n.ts';

/** Values of all bands at a place, and the indices made of them. */
export function RasterPicked({ datasetRef, layer, at }: PickedProps) {
  const file = rasterFile(datasetRef, layer);
  const value = useQuery(rasterValueQuery(file, at));
  const info = useQuery(rasterInfoQuery(file));
  const bands = value.data?.bands ?? [];
  const isEmpty = bands.every((band) => band.value === null);
  return (
    <Stack gap="xs">
      <Text fw={600} className="al-break">
        <bdi>{layer.title}</bdi>
      </Text>
      {value.isPending && <Skeleton height={80} />}
      {value.error !== null && (
        <Problem
          title={i18n.t('The values could not be read')}
          error={value.error}
          onRetry={() => void value.refetch()}
        />
      )}
      {value.data !== undefined && isEmpty && <Text size="sm">{i18n.t('There is no value here.')}</Text>}
      {value.data !== undefined && !isEmpty && (
        <FactList
          facts={[
            ...bands.map(({ number, name, unit, value: found }) => {
              const drawn = info.data?.bands.find((band) => band.number === number) ?? { unit };
              return [bandName({ number, name }), found === null ? i18n.t('None') : formatRead(found, drawn)] as const;
            }),
            ...value.data.indices.flatMap(({ name, value: found }) =>
              found === null
                ? []
                : [[name, formatRead(found, undefined, info.data && rangeOfIndex(info.data, name))] as const],
            ),
          ]}
        />
      )}
    </Stack>
  );
}
