import { MapLibreMap } from '../../map/maplibre.ts';
import type { Bounds } from '../../map/footprint.ts';
import { drawMissingImages } from '../map/missing-images.ts';
import type { SheetParts } from './paper.ts';
import { metresPerPixel, scaleNumber } from './scale.ts';

export type DrawnMap = {
  readonly picture: HTMLCanvasElement;
  /** Metres on the ground of a pixel at its middle. */
  readonly metresPerPixel: number;
  /** Degrees clockwise from north. */
  readonly bearing: number;
  /** What it shows. */
  readonly bounds: Bounds;
};

/** Device pixels of a pixel of the map: lines and letters are as large on paper as on the screen. */
const PIXEL_RATIO = 2;

/** A map of many layers waits for its tiles. After that it is printed as it is. */
const LONGEST_WAIT_MS = 60_000;

/** Draws the map once more in the size of the paper, with what the screen shows in its middle. */
export async function drawMap(shown: MapLibreMap, { map }: SheetParts, signal: AbortSignal): Promise<DrawnMap> {
  const container = document.createElement('div');
  const [width, height] = [map.width / PIXEL_RATIO, map.height / PIXEL_RATIO];
  // Not hidden: a map in an element without a size draws nothing.
  Object.assign(container.style, { position: 'fixed', left: '-10000px', width: `${width}px`, height: `${height}px` });
  container.inert = true;
  document.body.append(container);
  const zoom = printedZoom(shown, map);
  const drawn = new MapLibreMap({
    container,
    style: shown.getStyle(),
    center: shown.getCenter(),
    zoom,
    bearing: shown.getBearing(),
    pitch: shown.getPitch(),
    pixelRatio: PIXEL_RATIO,
    interactive: false,
    attributionControl: false,
    fadeDuration: 0,
    canvasContextAttributes: { preserveDrawingBuffer: true },
  });
  try {
    drawMissingImages(drawn);
    await idle(drawn, signal);
    const picture = document.createElement('canvas');
    Object.assign(picture, { width: map.width, height: map.height });
    picture.getContext('2d')?.drawImage(drawn.getCanvas(), 0, 0, map.width, map.height);
    return {
      picture,
      metresPerPixel: metresPerPixel(zoom, shown.getCenter().lat, PIXEL_RATIO),
      bearing: shown.getBearing(),
      bounds: boundsOf(drawn),
    };
  } finally {
    drawn.remove();
    container.remove();
  }
}

/** The zoom at which the paper has all that the screen shows. */
function printedZoom(shown: MapLibreMap, { width, height }: SheetParts['map']): number {
  const screen = shown.getCanvas().getBoundingClientRect();
  return shown.getZoom() + Math.log2(Math.min(width / screen.width, height / screen.height) / PIXEL_RATIO);
}

/** The scale that a map will have on paper: 1 to this. */
export const printedScale = (shown: MapLibreMap, { map }: SheetParts): number =>
  scaleNumber(metresPerPixel(printedZoom(shown, map), shown.getCenter().lat, PIXEL_RATIO));

function boundsOf(map: MapLibreMap): Bounds {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
}

/** Once all is drawn, or after a minute. A tile that does not come is left out, as on the screen. */
function idle(map: MapLibreMap, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, LONGEST_WAIT_MS);
    map.once('idle', () => {
      clearTimeout(timer);
      resolve();
    });
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Printing was cancelled.', 'AbortError'));
    });
  });
}
