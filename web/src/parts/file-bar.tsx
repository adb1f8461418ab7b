import { ActionIcon, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { parentPath, shownName } from '../files/entry-path.ts';
import { plain } from '../format/plain.ts';

type FileBarProps = {
  readonly datasetRef: DatasetRef;
  readonly datasetName: string;
  /** Path of the file that is shown; the link leads back to its folder. */
  readonly path: string;
  /** Default: the name of the file. */
  readonly title?: string;
  /** Controls at the end of the bar. */
  readonly children?: ReactNode;
};

/** The bar above a map or a scene: what is shown, and the way back to its folder. */
export function FileBar({ datasetRef, datasetName, path, title = shownName(path), children }: FileBarProps) {
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
            <bdi>{title}</bdi>
          </Title>
          <Text size="sm" c="dimmed" className="al-truncate">
            {back}
          </Text>
        </div>
      </div>
      {children}
    </div>
  );
}
