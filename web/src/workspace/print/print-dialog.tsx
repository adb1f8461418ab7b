import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { DatasetRef } from '../../api/addresses.ts';
import { formatIsoDate } from '../../format/time.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { mapScale } from '../map/status/map-scale.ts';
import { drawMap, printedScale } from './draw-map.ts';
import { drawSheet } from './draw-sheet.ts';
import { type Paper, SHEET_NAMES, sheetParts, type SheetName } from './paper.ts';
import { printedLayers } from './printed-layers.ts';
import { scaleNumber, scaleText } from './scale.ts';
import { sheetFile } from './sheet-file.ts';
import { i18n } from '../../languages/i18n.ts';

type PrintDialogProps = {
  readonly map: MapLibreMap;
  readonly title: string;
  readonly datasetRef: DatasetRef;
  /** Layers that are shown, from the top down. */
  readonly layers: readonly MapLayer[];
  readonly lookOf: (layer: MapLayer) => string;
  readonly attribution: string;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Makes a PDF or a picture of what the map shows. */
export const PrintDialog = (props: PrintDialogProps) => (
  <Dialog opened={props.opened} onClose={props.onClose} title={i18n.t('Print the map')}>
    <PrintForm {...props} />
  </Dialog>
);

function PrintForm({ map, title: proposed, datasetRef, layers, lookOf, attribution, onClose }: PrintDialogProps) {
  const [title, setTitle] = useState(proposed);
  const [sheet, setSheet] = useState<SheetName>('A4');
  const [isUpright, setUpright] = useState(false);
  const [format, setFormat] = useState<'pdf' | 'png'>('pdf');
  const [hasLegend, setLegend] = useState(true);
  const ending = useRef<AbortController | null>(null);
  const printing = useMutation({
    mutationFn: async () => {
      ending.current = new AbortController();
      const paper: Paper = { sheet, isUpright };
      const parts = sheetParts(paper);
      const { signal } = ending.current;
      const drawn = await drawMap(map, parts, signal);
      const onPaper = { datasetRef, layers, lookOf, bounds: drawn.bounds };
      const legend = hasLegend ? await printedLayers(onPaper, signal) : [];
      const texts = {
        title,
        legend,
        attribution,
        scale: i18n.t('{scale} on {sheet}', { scale: scaleText(scaleNumber(drawn.metresPerPixel)), sheet }),
        date: formatIsoDate(new Date().toISOString()),
      };
      save(await sheetFile(drawSheet(parts, drawn, texts), format, paper, title), `${fileName(title)}.${format}`);
    },
    onSuccess: onClose,
  });
  const paperScale = scaleText(printedScale(map, sheetParts({ sheet, isUpright })));
  const screenScale = scaleText(mapScale(map.getZoom(), map.getCenter().lat));
  const close = (): void => {
    ending.current?.abort();
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        printing.mutate();
      }}
    >
      <Stack>
        <TextInput
          label={i18n.t('Title')}
          value={title}
          maxLength={120}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Radio.Group
          label={i18n.t('Paper')}
          value={sheet}
          onChange={(name) => setSheet(SHEET_NAMES.find((it) => it === name) ?? 'A4')}
        >
          <Group>
            {SHEET_NAMES.map((name) => (
              <Radio key={name} value={name} label={name} />
            ))}
          </Group>
        </Radio.Group>
        <Radio.Group
          label={i18n.t('Orientation')}
          value={isUpright ? 'portrait' : 'landscape'}
          onChange={(value) => setUpright(value === 'portrait')}
        >
          <Group>
            <Radio value="landscape" label={i18n.t('Landscape')} />
            <Radio value="portrait" label={i18n.t('Portrait')} />
          </Group>
        </Radio.Group>
        <Radio.Group
          label={i18n.t('Format')}
          value={format}
          onChange={(value) => setFormat(value === 'png' ? 'png' : 'pdf')}
        >
          <Group>
            <Radio value="pdf" label={i18n.t('PDF')} />
            <Radio value="png" label={i18n.t('PNG picture')} />
          </Group>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          {i18n.t('The scale is {paperScale} on {sheet}. The screen shows {screenScale}.', {
            paperScale,
            sheet,
            screenScale,
          })}
        </Text>
        <Checkbox label={i18n.t('Legend')} checked={hasLegend} onChange={(event) => setLegend(event.target.checked)} />
        {printing.error !== null && !isAbort(printing.error) && (
          <Problem title={i18n.t('The map was not printed')} error={new ApiError(400, printing.error.message)} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" loading={printing.isPending}>
            {i18n.t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isAbort = (error: Error): boolean => error.name === 'AbortError';

/** Letters that all file systems take. */
const fileName = (title: string): string => title.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, 80) || 'map';

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after the click has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
