import { ActionIcon, Button, Slider, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconFocusCentered } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';
import { parentPath, shownName } from '../files/entry-path.ts';
import { plain } from '../format/plain.ts';

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
  const folder = parentPath(path);
  const back = folder === '' ? plain(datasetName) : shownName(folder);
  return (
    <div className="al-map-bar">
      <div className="al-map-title">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Back to ${back}`}
          renderRoot={(props) => (
            <Link to="/r/$org/$ds" params={datasetRef} search={folder === '' ? {} : { path: folder }} {...props} />
          )}
        >
          <IconArrowLeft size={20} />
        </ActionIcon>
        <div>
          <Title order={1} size="h4" className="al-truncate" title={plain(path)}>
            <bdi>{shownName(path)}</bdi>
          </Title>
          <Text size="sm" c="dimmed" className="al-truncate">
            {back}
          </Text>
        </div>
      </div>
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
    </div>
  );
}
