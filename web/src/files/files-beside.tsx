import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { useLoaded } from '../parts/use-loaded.ts';

const loadTree = () => import('../folders/folder-tree.tsx');

type FilesBesideProps = {
  readonly datasetRef: DatasetRef;
  readonly path: string;
  readonly isTreeShown: boolean;
  readonly onPath: (path: string) => void;
  /** The files. */
  readonly children: ReactNode;
};

/** Files with the folders of the dataset beside them. */
export const FilesBeside = ({ isTreeShown, children, ...tree }: FilesBesideProps) => (
  <div className="al-files-split" data-tree={isTreeShown}>
    {isTreeShown && (
      <div className="al-files-tree">
        <Tree {...tree} />
      </div>
    )}
    <div className="al-files-beside">{children}</div>
  </div>
);

function Tree(props: Omit<FilesBesideProps, 'isTreeShown' | 'children'>) {
  const FolderTree = useLoaded(loadTree)?.FolderTree;
  return FolderTree === undefined ? <Skeleton height="100%" radius="md" /> : <FolderTree {...props} />;
}
