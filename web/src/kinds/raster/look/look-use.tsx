import { Button, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../api/keys.ts';
import { setEntryText } from '../../../api/metadata.ts';
import { pictureTileAddress } from '../../../api/rasters.ts';
import { Problem } from '../../../parts/problem.tsx';
import type { RasterFile } from '../raster-file.ts';
import { lookQuery } from './look-query.ts';
import { formatLook, type RasterLook } from './look-text.ts';
import { STYLE_KEY } from './style-key.ts';
import { i18n } from '../../../languages/i18n.ts';

type LookUseProps = {
  readonly file: RasterFile;
  readonly look: RasterLook;
  /** Text of the look that everybody sees first. */
  readonly usual: string;
  readonly mayWrite: boolean;
  readonly onSaved: () => void;
};

/** Takes a look to others: to everybody who opens the dataset, or to a GIS program. */
export function LookUse({ file, look, usual, mayWrite, onSaved }: LookUseProps) {
  const client = useQueryClient();
  const clipboard = useClipboard({ timeout: 4000 });
  const text = formatLook(look);
  const save = useMutation({
    mutationFn: () => setEntryText(file.datasetRef, file.path, STYLE_KEY, text),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [...keys.entries(file.datasetRef), 'map-layers', 'raster'] });
      void client.invalidateQueries({ queryKey: keys.metadata(file.datasetRef, file.path) });
      onSaved();
    },
  });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {mayWrite && (
          <Button variant="default" loading={save.isPending} disabled={text === usual} onClick={() => save.mutate()}>
            {i18n.t('Save as default style')}
          </Button>
        )}
        <Button variant="default" onClick={() => clipboard.copy(pictureTileAddress(file, lookQuery(look)))}>
          {clipboard.copied ? i18n.t('Copied') : i18n.t('Copy for QGIS')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {save.isSuccess && text === usual ? i18n.t('Everybody sees this style first.') : ''}
      </Text>
      {save.error !== null && <Problem title={i18n.t('The style was not saved')} error={save.error} />}
      {clipboard.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {i18n.t('The browser does not allow copying here.')}
        </Text>
      )}
    </Stack>
  );
}
