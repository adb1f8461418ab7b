/** An arrow from the middle of the picture upwards: where a camera looked, once it is turned. */
export const ARROW_IMAGE = 'alidade-arrow';

/** Pixels of a picture for one of the map. */
export const IMAGE_RATIO = 2;
const SIDE = 48 * IMAGE_RATIO;

/** Pictures that styles of kinds name, drawn here: there is nothing to fetch. Null for names of others. */
export function drawMapImage(name: string): ImageData | null {
  if (name !== ARROW_IMAGE) return null;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const half = SIDE / 2;
  context.beginPath();
  context.moveTo(half, half);
  context.lineTo(half - SIDE * 0.2, SIDE * 0.08);
  context.lineTo(half + SIDE * 0.2, SIDE * 0.08);
  context.closePath();
  context.fillStyle = 'rgb(124 58 237 / 55%)';
  context.fill();
  context.lineWidth = IMAGE_RATIO;
  context.strokeStyle = '#ffffff';
  context.stroke();
  return context.getImageData(0, 0, SIDE, SIDE);
}
