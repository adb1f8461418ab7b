import { Button, CloseButton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { plain } from '../../format/plain.ts';
import { Problem } from '../../parts/problem.tsx';
import { profileCsv } from '../exports/profile-csv.ts';
import { saveFile } from '../exports/save-file.ts';
import type { HeightPort } from '../heights/height-port.ts';
import { type Measurement, type Position } from '../model/measurement.ts';
import { heightText, lengthText, type UnitSystem } from '../model/units.ts';
import { climbOf, rangeOf } from './chart-scale.ts';
import { placeText, ProfileChart } from './profile-chart.tsx';
import { i18n } from '../../languages/i18n.ts';

type ProfileWindowProps = {
  readonly port: HeightPort;
  readonly measurement: Measurement;
  readonly units: UnitSystem;
  /** Shows a place on the map. */
  readonly onMark: (at: Position | null) => void;
  readonly onClose: () => void;
};

const NO_FILE = new ApiError(
  400,
  i18n.t('The dataset has no elevation model. Upload one, then open the profile again.'),
);

/** Heights along a line, below the map. */
export function ProfileWindow({ port, measurement, units, onMark, onClose }: ProfileWindowProps) {
  const { surface, positions, name } = measurement;
  const [index, setIndex] = useState<number | null>(null);
  const line = JSON.stringify(positions);
  const { data, error, refetch } = useQuery({
    queryKey: ['measured-profile', surface, line],
    queryFn: async ({ signal }) => {
      if (surface === null) throw NO_FILE;
      return port.profile(surface, JSON.parse(line) as readonly Position[], signal);
    },
    // The same file may have other bytes in a minute.
    staleTime: 60_000,
    retry: false,
  });
  const choose = (next: number | null): void => {
    setIndex(next);
    onMark(next === null ? null : (data?.positions[next] ?? null));
  };
  const title = name === '' ? i18n.t('Profile') : plain(name);
  return (
    <section className="al-measuring-profile" aria-label={i18n.t('Profile')}>
      <div className="al-measuring-profile-head">
        <Text fw={600}>{title}</Text>
        <Text size="sm" className="al-figures" role="status">
          {data !== undefined &&
            (index === null
              ? summaryOf(data, units)
              : placeText(data.distances[index] ?? 0, data.heights[index] ?? null, units))}
          {data === undefined && error === null && i18n.t('Loading…')}
        </Text>
        {data !== undefined && (
          <Button
            size="xs"
            variant="default"
            onClick={() => saveFile(`${fileName(name)}.csv`, 'text/csv;charset=utf-8', profileCsv(data))}
          >
            {i18n.t('Export CSV')}
          </Button>
        )}
        <CloseButton aria-label={i18n.t('Close the profile')} onClick={onClose} />
      </div>
      {error !== null && (
        <Problem title={i18n.t('The profile could not be read')} error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <ProfileChart profile={data} units={units} index={index} onIndex={choose} />}
    </section>
  );
}

function summaryOf({ length, heights }: Parameters<typeof ProfileChart>[0]['profile'], units: UnitSystem): string {
  const range = rangeOf(heights);
  if (range === null) return lengthText(length, units);
  const { up, down } = climbOf(heights);
  return [
    lengthText(length, units),
    i18n.t('{height} to {height2}', { height: heightText(range[0], units), height2: heightText(range[1], units) }),
    i18n.t('up {height}, down {height2}', { height: heightText(up, units), height2: heightText(down, units) }),
  ].join('; ');
}

/** A name that every system takes for a file. */
const fileName = (name: string): string => name.replaceAll(/[^\p{L}\p{N} _-]/gu, '_').trim() || 'profile';
