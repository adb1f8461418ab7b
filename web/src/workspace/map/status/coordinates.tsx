import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useClipboard, useLocalStorage } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError, UNREACHABLE } from '../../../api/api-error.ts';
import type { MapLibreMap } from '../../../map/maplibre.ts';
import {
  COORDINATE_SYSTEMS,
  degreesText,
  isCoordinateSystem,
  minutesText,
  SYSTEM_NAMES,
  type CoordinateSystem,
  type Place,
} from './coordinate-text.ts';
import { i18n } from '../../../languages/i18n.ts';

/** The projection comes only for those who want it. */
const utmQuery = queryOptions({
  queryKey: ['utm'],
  queryFn: async () => {
    try {
      return (await import('./utm.ts')).utmText;
    } catch {
      throw new ApiError(0, UNREACHABLE);
    }
  },
  staleTime: Infinity,
});

const SHORT_NAMES: Readonly<Record<CoordinateSystem, string>> = { degrees: '°', minutes: `° ' "`, utm: 'UTM' };

/** A place in the coordinate system that a person chose, and a button and the key C that copy it. */
export function Coordinates({ map, at }: { readonly map: MapLibreMap; readonly at: Place }) {
  const [chosen, setChosen] = useLocalStorage({ key: 'alidade-coordinates', defaultValue: 'degrees' });
  const system = isCoordinateSystem(chosen) ? chosen : 'degrees';
  const utm = useQuery({ ...utmQuery, enabled: system === 'utm' });
  const clipboard = useClipboard({ timeout: 2000 });
  const text =
    system === 'degrees'
      ? degreesText(at)
      : system === 'minutes'
        ? minutesText(at)
        : utm.isPending
          ? ''
          : (utm.data?.(at) ?? degreesText(at));
  const copy = useEffectEvent(() => clipboard.copy(text));
  useEffect(() => {
    const canvas = map.getCanvas();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'c' && !event.ctrlKey && !event.metaKey && !event.altKey) copy();
    };
    canvas.addEventListener('keydown', onKey);
    return () => canvas.removeEventListener('keydown', onKey);
  }, [map]);
  const label = clipboard.copied ? i18n.t('Copied') : i18n.t('Copy the coordinates');
  return (
    <>
      <span className="al-status-place">{text}</span>
      <select
        aria-label={i18n.t('Coordinate system')}
        title={SYSTEM_NAMES[system]}
        value={system}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {COORDINATE_SYSTEMS.map((one) => (
          <option key={one} value={one} label={SHORT_NAMES[one]}>
            {SYSTEM_NAMES[one]}
          </option>
        ))}
      </select>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        title={`${label} (C)`}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
      <VisuallyHidden role="status">{clipboard.copied ? i18n.t('Copied: {text}', { text }) : ''}</VisuallyHidden>
    </>
  );
}
