import { useState } from 'react';
import { thumbAddress, type DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { isAbsent, noteAbsence } from './absent-thumbnails.ts';
import { isFolder, lookOf } from '../kinds/index.ts';
import { useHasThumbnail } from './use-has-thumbnail.ts';

type EntryPictureProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  /** Longest side of the picture that is asked for, in pixels. */
  readonly size?: number;
};

/** A thumbnail where there is one, else the icon of its type. The name stands beside it, so it needs no text. */
export function EntryPicture({ datasetRef, entry, size = 256 }: EntryPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const address = useHasThumbnail(entry) ? thumbAddress(datasetRef, entry.path, entry.hash, size) : null;
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
  const { Icon } = lookOf(entry);
  return <Icon size={24} stroke={1.5} aria-hidden data-folder={isFolder(entry)} />;
}
