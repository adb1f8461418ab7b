import type { LineLayerSpecification, SourceSpecification } from 'maplibre-gl';
import { trackAddress } from '../../api/video-tracks.ts';
import type { DrawnLayer, MapContent } from '../map-kind.ts';
import { parsePlaceLook, USUAL_PLACE_LOOK } from '../place-look.ts';

/** Videos whose tracks are drawn: each is a question to the service. */
const MOST_TRACKS = 20;

const trackId = (id: string, at: number): string => `${id}/track/${at}`;

/** True for what is drawn of a track. */
export const isTrack = ({ source }: { readonly source: string }): boolean => /\/track\/\d+$/.test(source);

/** The tracks of videos as lines, to be drawn below the places. The service says where there is none. */
export function trackContent({ id, datasetRef, layer, opacity, look }: DrawnLayer, colour: string): MapContent {
  const isShown = (parsePlaceLook(look) ?? USUAL_PLACE_LOOK).path;
  const videos = isShown ? (layer.places?.points.features ?? []).slice(0, MOST_TRACKS) : [];
  return {
    sources: Object.fromEntries(
      videos.map(({ properties: { path } }, at): [string, SourceSpecification] => [
        trackId(id, at),
        { type: 'geojson', data: trackAddress(datasetRef, path) },
      ]),
    ),
    layers: videos.map((_, at): LineLayerSpecification => ({
      id: trackId(id, at),
      type: 'line',
      source: trackId(id, at),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': 3, 'line-opacity': opacity },
    })),
  };
}
