import { Alert, Checkbox, Stack } from '@mantine/core';
import type { LookProps } from './map-kind.ts';
import { formatPlaceLook, parsePlaceLook, type PlaceLook, USUAL_PLACE_LOOK } from './place-look.ts';
import { i18n } from '../languages/i18n.ts';

const PARTS = [
  { name: 'path', label: i18n.t('Flight path') },
  { name: 'direction', label: i18n.t('View direction') },
  { name: 'footprints', label: i18n.t('Footprints on the ground') },
] as const;

/** What is drawn beside the points of photos and videos. */
export function PlaceLookPanel({ look: text, onLook }: LookProps) {
  const parsed = parsePlaceLook(text);
  const look: PlaceLook = parsed ?? USUAL_PLACE_LOOK;
  return (
    <Stack gap="sm">
      {parsed === null && (
        <Alert color="orange" variant="light" title={i18n.t('The style in the address is not known')}>
          {i18n.t('The usual style is shown.')}
        </Alert>
      )}
      {PARTS.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={look[name]}
          onChange={({ currentTarget }) => onLook(formatPlaceLook({ ...look, [name]: currentTarget.checked }))}
        />
      ))}
    </Stack>
  );
}
