import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../api/answers.ts';
import { featuresQuery } from '../api/session.ts';
import { hasThumbnail } from '../kinds/index.ts';

const NOT_KNOWN: readonly string[] = [];

/** Whether there can be a thumbnail of an entry; false until it is known which ones the service draws. */
export function useHasThumbnail(entry: Entry): boolean {
  const drawn = useQuery(featuresQuery).data?.thumbnails;
  return hasThumbnail(entry, drawn ?? NOT_KNOWN);
}
