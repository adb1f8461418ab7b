/** Drawing that several kinds of data share: pixels, layers on top of each other, encoded pictures. */
export { type AllocatePixels, type Canvas, createCanvas, opacityOf, type Pixels } from './canvas.ts';
export { type Background, composeLayers } from './compose.ts';
export {
  type ControlGrid,
  type ControlGridOptions,
  cornersAt,
  createControlGrid,
  type GridCorners,
  gridPositions,
} from './control-grid.ts';
export { createDrawnPictures, type DrawnPictures } from './drawn-pictures.ts';
export { encodeCanvas, type EncodedImage, encodePixels, type ImageFormat, type RawPixels } from './encode.ts';
export { isInDegrees, type MapGrid, MAX_MAP_PIXELS } from './map-grid.ts';
