import { ActionIcon, Checkbox, NativeSelect, Popover, Stack } from '@mantine/core';
import { IconMountain } from '@tabler/icons-react';
import type { MapLayer } from '../../../kinds/on-map.ts';
import type { MapLibreMap } from '../../../map/maplibre.ts';
import { EXAGGERATIONS, type Terrain } from './terrain-text.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Degrees that the map is tilted by when the terrain comes: seen from above it looks flat. */
const PITCH = 55;

type TerrainButtonProps = {
  readonly map: MapLibreMap;
  readonly models: readonly MapLayer[];
  readonly terrain: Terrain | null;
  readonly onTerrain: (terrain: Terrain | null) => void;
};

/** Lays the map on an elevation model, and flat again. Nothing where there is no model. */
export function TerrainButton({ map, models, terrain, onTerrain }: TerrainButtonProps) {
  const [first] = models;
  if (first === undefined) return null;
  const change = (next: Terrain | null): void => {
    onTerrain(next);
    if (next === null) map.easeTo({ pitch: 0 });
    else if (terrain === null && map.getPitch() === 0) map.easeTo({ pitch: PITCH });
  };
  return (
    <Popover position="left-start" trapFocus returnFocus width={260}>
      <Popover.Target>
        <ActionIcon variant={terrain === null ? 'default' : 'filled'} size="lg" aria-label={i18n.t('Terrain')}>
          <IconMountain size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={i18n.t('Terrain')}>
        <Stack gap="xs">
          <Checkbox
            label={i18n.t('Terrain in 3D')}
            description={i18n.t('Tilt with the right mouse button, two fingers, or Shift and the arrow keys.')}
            checked={terrain !== null}
            onChange={({ currentTarget: { checked } }) => change(checked ? { path: first.key, exaggeration: 1 } : null)}
          />
          {terrain !== null && (
            <>
              <NativeSelect
                label={i18n.t('Elevation model')}
                value={terrain.path}
                data={models.map(({ key, title }) => ({ value: key, label: title }))}
                onChange={({ currentTarget: { value } }) => change({ ...terrain, path: value })}
              />
              <NativeSelect
                label={i18n.t('Exaggeration')}
                value={String(terrain.exaggeration)}
                data={EXAGGERATIONS.map((times) => ({ value: String(times), label: `${times} ×` }))}
                onChange={({ currentTarget: { value } }) => change({ ...terrain, exaggeration: Number(value) })}
              />
            </>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
