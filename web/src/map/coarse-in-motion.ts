import type { MapLibreMap } from './maplibre.ts';

/** Share of the pixels of a side that are drawn meanwhile: a quarter of all pixels. */
const COARSE = 0.5;

/** Names of renderers that are programs: SwiftShader of Chromium, llvmpipe of Mesa (Firefox says "or similar"), WARP of Windows. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Without a graphics card the processor draws every pixel. Such a map is drawn with fewer pixels while it moves, and until it
 * is complete for the first time.
 *
 * @param leader the map that is moved by people, where this one follows it
 */
export function drawCoarselyInMotion(map: MapLibreMap, leader: MapLibreMap = map): void {
  const context = map.getCanvas().getContext('webgl2');
  if (context === null || !SOFTWARE.test(rendererOf(context))) return;
  let isCoarse = false;
  map.getPixelRatio = () => window.devicePixelRatio * (isCoarse ? COARSE : 1);
  const set = (next: boolean): void => {
    if (isCoarse === next) return;
    isCoarse = next;
    // `setPixelRatio` would end the very drag that it is called in.
    map._resizeInternal();
    map.triggerRepaint();
  };
  set(true);
  const moves = [leader.on('movestart', () => set(true)), leader.on('moveend', () => set(false))];
  map.once('remove', () => {
    for (const move of moves) move.unsubscribe();
  });
  map.once('idle', () => {
    if (leader.isMoving()) return;
    set(false);
    // The new canvas is empty, and this frame is drawn already.
    map.redraw();
  });
}

function rendererOf(context: WebGL2RenderingContext): string {
  const names = context.getExtension('WEBGL_debug_renderer_info');
  return String(context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
}
