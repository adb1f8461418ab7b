import {
  IconBadge3d,
  IconCube,
  IconFile,
  IconFolderFilled,
  IconMap,
  IconMarkdown,
  IconPhoto,
  IconPolygon,
  IconSparkles,
  IconStack2,
  IconVideo,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { thumbAddress, type DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { isAbsent, noteAbsence } from './absent-thumbnails.ts';
import { hasThumbnail } from '../kinds/index.ts';

const ICONS: Readonly<Record<number, TablerIcon>> = {
  1: IconFolderFilled,
  3: IconPhoto,
  4: IconMap,
  5: IconStack2,
  6: IconPhoto,
  8: IconMarkdown,
  9: IconVideo,
  10: IconVideo,
  11: IconCube,
  12: IconPhoto,
  13: IconPhoto,
  14: IconPolygon,
  15: IconSparkles,
  16: IconBadge3d,
};

type EntryPictureProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  /** Longest side of the picture that is asked for, in pixels. */
  readonly size?: number;
};

/** A thumbnail where there is one, else an icon of the kind. The name stands beside it, so it needs no text. */
export function EntryPicture({ datasetRef, entry, size = 256 }: EntryPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const address = hasThumbnail(entry) ? thumbAddress(datasetRef, entry.path, entry.hash, size) : null;
  if (address !== null && address !== broken && !isAbsent(address)) {
    return (
      <img
        src={address}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => {
          setBroken(address);
          void noteAbsence(address);
        }}
      />
    );
  }
  const Icon = ICONS[entry.type] ?? IconFile;
  return <Icon size={24} stroke={1.5} aria-hidden data-folder={entry.type === 1} />;
}
