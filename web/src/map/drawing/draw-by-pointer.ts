import type { MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { MapLibreMap } from '../maplibre.ts';
import type { Position } from './drawing.ts';
import { POSITIONS_LAYER } from './drawing-style.ts';

type Drawing = {
  readonly add: (position: Position) => void;
  readonly move: (index: number, to: Position) => void;
};

/** Room around a position in which a pointer takes it, in pixels: a finger is no tip. */
const REACH = 10;

/** A click adds a position where none is; one that is there is dragged elsewhere. Ends with the map. */
export function drawByPointer(map: MapLibreMap, { add, move }: Drawing): void {
  // Two quick clicks are two positions.
  map.doubleClickZoom.disable();
  map.getCanvas().style.cursor = 'crosshair';
  let taken: number | null = null;
  const take = (event: MapMouseEvent | MapTouchEvent): void => {
    const isPinch = 'points' in event && event.points.length > 1;
    taken = isPinch ? null : indexAt(map, event);
    // Else the map would move.
    if (taken !== null) event.preventDefault();
  };
  const drag = (event: MapMouseEvent | MapTouchEvent): void => {
    if (taken !== null) move(taken, positionOf(event));
  };
  const leave = (): void => {
    taken = null;
  };
  map.on('mousedown', take);
  map.on('touchstart', take);
  map.on('mousemove', drag);
  map.on('touchmove', drag);
  map.on('mouseup', leave);
  map.on('touchend', leave);
  map.on('touchcancel', leave);
  map.on('click', (event) => {
    if (indexAt(map, event) === null) add(positionOf(event));
  });
}

function positionOf({ lngLat }: MapMouseEvent | MapTouchEvent): Position {
  const { lng, lat } = lngLat.wrap();
  return [lng, lat];
}

/** Number of the position that a pointer is at. */
function indexAt(map: MapLibreMap, { point }: MapMouseEvent | MapTouchEvent): number | null {
  if (map.getLayer(POSITIONS_LAYER) === undefined) return null;
  const around: [[number, number], [number, number]] = [
    [point.x - REACH, point.y - REACH],
    [point.x + REACH, point.y + REACH],
  ];
  const [found] = map.queryRenderedFeatures(around, { layers: [POSITIONS_LAYER] });
  const index: unknown = found?.properties['index'];
  return typeof index === 'number' ? index : null;
}
