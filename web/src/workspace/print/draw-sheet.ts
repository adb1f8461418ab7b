import { drawLegend } from './draw-legend.ts';
import type { DrawnMap } from './draw-map.ts';
import { pixelsOf, type SheetParts } from './paper.ts';
import { INK, letters, PAPER } from './pen.ts';
import type { PrintedLayer } from './printed-layers.ts';
import { lengthText, roundLength } from './scale.ts';

export type SheetTexts = {
  readonly title: string;
  /** Layers that are shown, from the top down; empty for no legend. */
  readonly legend: readonly PrintedLayer[];
  readonly attribution: string;
  /** "1 : 2,500 on A4". */
  readonly scale: string;
  readonly date: string;
};

/** The whole sheet: title, map, legend, scale, north, date. */
export function drawSheet(parts: SheetParts, map: DrawnMap, texts: SheetTexts): HTMLCanvasElement {
  const sheet = document.createElement('canvas');
  Object.assign(sheet, { width: parts.width, height: parts.height });
  const pen = sheet.getContext('2d');
  if (pen === null) return sheet;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, parts.width, parts.height);
  pen.fillStyle = INK;
  pen.textBaseline = 'alphabetic';
  pen.font = letters(6, 650);
  pen.fillText(texts.title, parts.margin, parts.margin + pixelsOf(7), parts.width - 2 * parts.margin);
  pen.drawImage(map.picture, parts.map.x, parts.map.y);
  pen.strokeStyle = INK;
  pen.lineWidth = pixelsOf(0.3);
  pen.strokeRect(parts.map.x, parts.map.y, parts.map.width, parts.map.height);
  drawLegend(pen, parts, texts.legend);
  drawNorth(pen, parts, map.bearing);
  drawFoot(pen, parts, map, texts);
  return sheet;
}

function drawNorth(pen: CanvasRenderingContext2D, { map }: SheetParts, bearing: number): void {
  const size = pixelsOf(6);
  pen.save();
  pen.translate(map.x + map.width - 2 * size, map.y + 2 * size);
  pen.rotate((-bearing * Math.PI) / 180);
  pen.fillStyle = PAPER;
  pen.beginPath();
  pen.arc(0, 0, 1.5 * size, 0, 2 * Math.PI);
  pen.globalAlpha = 0.85;
  pen.fill();
  pen.globalAlpha = 1;
  pen.fillStyle = INK;
  pen.beginPath();
  pen.moveTo(0, -size);
  pen.lineTo(size / 2, size / 2);
  pen.lineTo(0, size / 4);
  pen.lineTo(-size / 2, size / 2);
  pen.fill();
  pen.font = letters(3, 650);
  pen.textAlign = 'center';
  pen.fillText('N', 0, 1.25 * size);
  pen.restore();
}

function drawFoot(pen: CanvasRenderingContext2D, parts: SheetParts, drawn: DrawnMap, texts: SheetTexts): void {
  const { map, margin, width } = parts;
  const top = map.y + map.height + pixelsOf(4);
  const length = roundLength((map.width / 4) * drawn.metresPerPixel);
  const bar = length / drawn.metresPerPixel;
  pen.fillStyle = INK;
  for (const part of [0, 1, 2, 3]) {
    const x = margin + (part * bar) / 4;
    if (part % 2 === 0) pen.fillRect(x, top, bar / 4, pixelsOf(1.5));
    else pen.strokeRect(x, top, bar / 4, pixelsOf(1.5));
  }
  pen.font = letters(3);
  pen.fillText(`0`, margin, top + pixelsOf(6));
  pen.textAlign = 'right';
  pen.fillText(lengthText(length), margin + bar, top + pixelsOf(6));
  pen.textAlign = 'left';
  pen.fillText(texts.scale, margin, top + pixelsOf(11));
  pen.textAlign = 'right';
  pen.fillText(
    [texts.attribution, texts.date].filter(Boolean).join(' · '),
    width - margin,
    top + pixelsOf(6),
    width / 2,
  );
  pen.textAlign = 'left';
}
