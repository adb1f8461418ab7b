import { useQuery } from '@tanstack/react-query';
import { trackQuery } from '../../api/video-tracks.ts';
import { nearestSecond, trackOf } from '../../lightbox/track-place.ts';
import type { PickedProps } from '../map-kind.ts';
import { PlacePicked } from '../place-picked.tsx';
import { isTrack } from './track-content.ts';

/** What a click on a video or its track shows: it begins where the track was clicked. */
export function VideoPicked(props: PickedProps) {
  const { datasetRef, features, at } = props;
  const [top] = features;
  const path = top !== undefined && isTrack(top) ? String(top.properties['path']) : '';
  const found = useQuery({ ...trackQuery(datasetRef, path), enabled: path !== '' });
  const track = found.data === undefined ? null : trackOf(found.data);
  return <PlacePicked {...props} startAt={path === '' || track === null ? 0 : nearestSecond(track, at)} />;
}
