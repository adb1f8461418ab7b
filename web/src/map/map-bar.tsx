import { ActionIcon, Button, Slider, Text } from '@mantine/core';
import { IconDownload, IconFocusCentered } from '@tabler/icons-react';
import type { DatasetRef } from '../api/addresses.ts';
import { FileBar } from '../parts/file-bar.tsx';

type MapBarProps = {
  readonly datasetRef: DatasetRef;
  readonly datasetName: string;
  readonly path: string;
  /** Percent. */
  readonly opacity: number;
  readonly onOpacity: (percent: number) => void;
  /** Label of the button that shows the whole file again. */
  readonly showAllLabel: string;
  readonly onShowAll: () => void;
  readonly onDownload: () => void;
  readonly showControls: boolean;
};

/** The strip above the map: where this is, how it is shown, the way back. */
export function MapBar(props: MapBarProps) {
  const { datasetRef, datasetName, path, opacity, onOpacity, showAllLabel, onShowAll, onDownload, showControls } =
    props;
  return (
    <FileBar datasetRef={datasetRef} datasetName={datasetName} path={path}>
      {showControls && (
        <div className="al-map-controls">
          <Text size="sm" id="opacity-label">
            Opacity
          </Text>
          <Slider
            className="al-map-slider"
            value={opacity}
            min={0}
            max={100}
            step={5}
            label={(value) => `${value} %`}
            thumbProps={{ 'aria-labelledby': 'opacity-label' }}
            onChange={onOpacity}
          />
          <Button variant="default" leftSection={<IconFocusCentered size={18} />} onClick={onShowAll}>
            {showAllLabel}
          </Button>
          <ActionIcon variant="default" size="lg" aria-label="Download the file" onClick={onDownload}>
            <IconDownload size={18} />
          </ActionIcon>
        </div>
      )}
    </FileBar>
  );
}
