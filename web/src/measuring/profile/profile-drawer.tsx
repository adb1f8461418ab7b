import { Button, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ApiError } from '../../api/api-error.ts';
import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { Problem } from '../../parts/problem.tsx';
import { Drawer } from '../../workspace/drawer/drawer.tsx';
import { profileCsv } from '../exports/profile-csv.ts';
import { saveFile } from '../exports/save-file.ts';
import type { HeightPort } from '../heights/height-port.ts';
import type { Surface } from '../measuring-props.ts';
import type { Measurement, Position } from '../model/measurement.ts';
import { lengthText, type UnitSystem } from '../model/units.ts';
import { placeText, ProfileChart } from './profile-chart.tsx';
import { ProfileLegend } from './profile-legend.tsx';
import { lookOfLine, type ProfileLine } from './profile-line.ts';
import { useNearPlace } from './use-near-place.ts';
import { hasHeights, profiledSurfaces, useProfiles } from './use-profiles.ts';

type ProfileDrawerProps = {
  readonly map: MapLibreMap;
  readonly port: HeightPort;
  readonly measurement: Measurement;
  readonly surfaces: readonly Surface[];
  readonly units: UnitSystem;
  /** Shows a place on the map. */
  readonly onMark: (at: Position | null) => void;
  readonly onClose: () => void;
};

const NO_FILE = new ApiError(
  400,
  i18n.t('The dataset has no elevation model. Upload one, then open the profile again.'),
);

const NOWHERE: readonly Position[] = [];

/** Heights along a line, below the map. Its cursor and the place on the map are one. */
export default function ProfileDrawer({
  map,
  port,
  measurement,
  surfaces,
  units,
  onMark,
  onClose,
}: ProfileDrawerProps) {
  const { surface, positions, name } = measurement;
  const profiles = useProfiles(port, profiledSurfaces(surfaces, surface), positions);
  const lines = profiles.flatMap(({ path, title, profile }, at): ProfileLine[] =>
    profile !== undefined && hasHeights(profile) ? [{ path, title, profile, ...lookOfLine(at) }] : [],
  );
  const main = lines[0]?.profile;
  const [index, setIndex] = useState<number | null>(null);
  const choose = (next: number | null): void => {
    setIndex(next);
    onMark(next === null ? null : (main?.positions[next] ?? null));
  };
  useNearPlace(map, main?.positions ?? NOWHERE, choose);
  const isAsking = profiles.some(({ profile, error }) => profile === undefined && error === null);
  const failed = profiles.find(({ error }) => error !== null);
  const distance = index === null ? null : (main?.distances[index] ?? null);
  const place = map.getContainer().closest('.al-workspace-main')?.querySelector('.al-below-map');
  return createPortal(
    <Drawer tab="profile" onClose={onClose}>
      <div className="al-profile-head">
        <Text fw={600} size="sm" className="al-truncate">
          <bdi>{plain(name)}</bdi>
        </Text>
        <Text size="sm" className="al-figures" role="status">
          {main === undefined && isAsking && i18n.t('Loading…')}
          {main !== undefined &&
            (distance === null ? lengthText(main.length, units) : placeText(distance, lines, units))}
        </Text>
        {lines.length > 0 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => saveFile(`${fileName(name)}.csv`, 'text/csv;charset=utf-8', profileCsv(lines))}
          >
            {i18n.t('Export CSV')}
          </Button>
        )}
      </div>
      {profiles.length === 0 && <Problem title={i18n.t('The profile could not be read')} error={NO_FILE} />}
      {failed !== undefined && (
        <Problem
          title={i18n.t('The profile of {title} could not be read', { title: plain(failed.title) })}
          error={failed.error}
          onRetry={failed.retry}
        />
      )}
      {main === undefined && isAsking && <Skeleton height={120} />}
      {main === undefined && !isAsking && failed === undefined && profiles.length > 0 && (
        <Text size="sm">{i18n.t('No elevation model has heights along the line.')}</Text>
      )}
      {main !== undefined && (
        <>
          <ProfileLegend lines={lines} distance={distance} units={units} />
          <ProfileChart lines={lines} units={units} index={index} onIndex={choose} />
        </>
      )}
    </Drawer>,
    place ?? map.getContainer(),
  );
}

/** A name that every system takes for a file. */
const fileName = (name: string): string => name.replaceAll(/[^\p{L}\p{N} _-]/gu, '_').trim() || 'profile';
