import type { DrawnMap } from './draw-map.ts';
import { pixelsOf, type SheetParts } from './paper.ts';
import { lengthText, roundLength, scaleNumber, scaleText } from './scale.ts';

export type SheetTexts = {
  readonly title: string;
  /** Names of the layers that are shown, from the top down; empty for no legend. */
  readonly layers: readonly string[];
  readonly attribution: string;
  readonly date: string;
};

const INK = '#111a18';
const PAPER = '#ffffff';

const letters = (mm: number, weight = 400): string =>
  `${weight} ${pixelsOf(mm)}px ${getComputedStyle(document.body).fontFamily}`;

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
  drawLegend(pen, parts, texts.layers);
  drawNorth(pen, parts, map.bearing);
  drawFoot(pen, parts, map, texts);
  return sheet;
}

/** More names than that would hide the map. */
const MOST_NAMES = 12;

function drawLegend(pen: CanvasRenderingContext2D, { map }: SheetParts, layers: readonly string[]): void {
  if (layers.length === 0) return;
  const rest = layers.length - MOST_NAMES;
  const names = [...layers.slice(0, MOST_NAMES), ...(rest > 0 ? [`and ${rest} more`] : [])];
  pen.font = letters(3);
  const [line, pad] = [pixelsOf(4.5), pixelsOf(2.5)];
  const widest = Math.min(map.width / 3, Math.max(...names.map((name) => pen.measureText(name).width)));
  const [x, y] = [map.x + pad, map.y + map.height - pad - names.length * line - 2 * pad];
  pen.fillStyle = PAPER;
  pen.globalAlpha = 0.85;
  pen.fillRect(x, y, widest + 2 * pad, names.length * line + 2 * pad);
  pen.globalAlpha = 1;
  pen.fillStyle = INK;
  for (const [at, name] of names.entries()) pen.fillText(name, x + pad, y + pad + (at + 0.75) * line, widest);
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
  pen.fillText(scaleText(scaleNumber(drawn.metresPerPixel)), margin, top + pixelsOf(11));
  pen.textAlign = 'right';
  pen.fillText(
    [texts.attribution, texts.date].filter(Boolean).join(' · '),
    width - margin,
    top + pixelsOf(6),
    width / 2,
  );
  pen.textAlign = 'left';
}
