import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconChevronLeft, IconChevronRight, IconCopy, IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { plain } from '../../format/plain.ts';
import { textOf } from '../../format/value.ts';
import type { PickedProps } from '../map-kind.ts';
import { boundsOfFeatures, distinctFeatures } from './picked-features.ts';
import { vectorLayers } from './vector-layers.ts';
import { i18n } from '../../languages/i18n.ts';

/** The features below a click, one after the other. */
export function VectorPicked({ layer, features, onZoom }: PickedProps) {
  const isOneLayer = layer.entry !== null && vectorLayers(layer.entry).length < 2;
  const found = distinctFeatures(features, isOneLayer);
  const [at, setAt] = useState(0);
  const shown = found[Math.min(at, found.length - 1)];
  if (shown === undefined) return null;
  const bounds = boundsOfFeatures(shown.parts);
  return (
    <Stack gap="xs">
      <Text fw={600} className="al-break">
        <bdi>{layer.title}</bdi>
      </Text>
      {found.length > 1 && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={i18n.t('Previous feature')}
            disabled={at === 0}
            onClick={() => setAt(at - 1)}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <Text size="sm" aria-live="polite">
            {i18n.t('{value} of {count}', { value: at + 1, count: found.length })}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={i18n.t('Next feature')}
            disabled={at === found.length - 1}
            onClick={() => setAt(at + 1)}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Group>
      )}
      {shown.values.length === 0 && (
        <Text size="sm" c="dimmed">
          {i18n.t('No attributes')}
        </Text>
      )}
      <dl className="al-facts">
        {shown.values.map(([name, value]) => (
          <Value key={`${shown.id} ${name}`} name={plain(name)} text={textOf(value)} />
        ))}
      </dl>
      {bounds !== null && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconZoomIn size={18} aria-hidden />}
          onClick={() => onZoom(bounds)}
        >
          {i18n.t('Zoom to')}
        </Button>
      )}
    </Stack>
  );
}

function Value({ name, text }: { readonly name: string; readonly text: string }) {
  const clipboard = useClipboard({ timeout: 4000 });
  return (
    <div className="al-picked-value">
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <dd>
        <bdi className="al-break">{plain(text)}</bdi>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={clipboard.copied ? i18n.t('Copied') : i18n.t('Copy {name}', { name })}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </dd>
      {clipboard.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {i18n.t('The browser does not allow copying here. Select the text instead.')}
        </Text>
      )}
    </div>
  );
}
