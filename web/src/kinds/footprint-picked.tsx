import { Button, Stack, Text } from '@mantine/core';
import { IconCube3dSphere } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatItems } from '../api/item-list.ts';
import { formatBytes } from '../format/bytes.ts';
import { isBuilding } from '../api/entries.ts';
import type { PickedProps } from './map-kind.ts';
import { i18n } from '../languages/i18n.ts';

/** What a click on the outline of a 3D file shows. */
export const FootprintPicked = ({ datasetRef, layer: { entry, title, group } }: PickedProps) => (
  <Stack gap="xs">
    <Text fw={600} className="al-break">
      {title}
    </Text>
    <Text size="sm" c="dimmed">
      {group}
      {entry === null ? '' : ` · ${formatBytes(entry.size)}`}
    </Text>
    {entry !== null && isBuilding(entry) && <Text size="sm">{i18n.t('It is being prepared for the 3D view.')}</Text>}
    {entry !== null && !isBuilding(entry) && (
      <Button
        leftSection={<IconCube3dSphere size={18} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/r/$org/$ds/scene" params={datasetRef} search={{ items: formatItems([entry.path]) }} {...props} />
        )}
      >
        {i18n.t('Open in 3D')}
      </Button>
    )}
  </Stack>
);
