import { type LegendLine, legendLines } from './legend-lines.ts';
import { pixelsOf, type SheetParts } from './paper.ts';
import { INK, letters, PAPER } from './pen.ts';
import type { PrintedLayer } from './printed-layers.ts';

const [LETTER_MM, LINE_MM, PAD_MM, RAMP_MM] = [3, 4.5, 2.5, 36];

/** What the map shows and what its colours mean, in the lower left corner of the map. */
export function drawLegend(pen: CanvasRenderingContext2D, { map }: SheetParts, layers: readonly PrintedLayer[]): void {
  const [line, pad] = [pixelsOf(LINE_MM), pixelsOf(PAD_MM)];
  const lines = legendLines(layers, Math.floor((map.height * 0.8) / line));
  if (lines.length === 0) return;
  const ramp = lines.some(({ kind }) => kind === 'ramp') ? pixelsOf(RAMP_MM) : 0;
  const widths = lines.map((one) => {
    pen.font = letters(LETTER_MM, one.kind === 'title' ? 650 : 400);
    return widthOf(pen, one, line);
  });
  const width = Math.min(map.width / 3, Math.max(ramp, ...widths));
  const [x, y] = [map.x + pad, map.y + map.height - lines.length * line - 3 * pad];
  pen.fillStyle = PAPER;
  pen.globalAlpha = 0.85;
  pen.fillRect(x, y, width + 2 * pad, lines.length * line + 2 * pad);
  pen.globalAlpha = 1;
  for (const [at, one] of lines.entries()) drawLine(pen, one, { x: x + pad, y: y + pad + at * line, width, line });
}

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly line: number };

function widthOf(pen: CanvasRenderingContext2D, line: LegendLine, indent: number): number {
  switch (line.kind) {
    case 'ramp':
      return 0;
    case 'ends':
      return pen.measureText(line.low).width + pen.measureText(line.high).width + indent;
    case 'class':
      return pen.measureText(line.label).width + indent;
    default:
      return pen.measureText(line.text).width;
  }
}

function drawLine(pen: CanvasRenderingContext2D, one: LegendLine, { x, y, width, line }: Place): void {
  const foot = y + 0.75 * line;
  pen.font = letters(LETTER_MM, one.kind === 'title' ? 650 : 400);
  pen.fillStyle = INK;
  switch (one.kind) {
    case 'ramp':
      drawRamp(pen, one, { x, y: y + 0.1 * line, width, line: 0.8 * line });
      break;
    case 'ends':
      pen.fillText(one.low, x, foot, width / 2);
      pen.textAlign = 'right';
      pen.fillText(one.high, x + width, foot, width / 2);
      pen.textAlign = 'left';
      break;
    case 'class': {
      const side = 0.7 * line;
      pen.fillStyle = one.colour;
      pen.fillRect(x, y + 0.15 * line, side, side);
      pen.lineWidth = 1;
      pen.strokeRect(x, y + 0.15 * line, side, side);
      pen.fillStyle = INK;
      pen.fillText(one.label, x + line, foot, width - line);
      break;
    }
    default:
      pen.fillText(one.text, x, foot, width);
  }
}

function drawRamp(
  pen: CanvasRenderingContext2D,
  { colours, isStepped }: Extract<LegendLine, { readonly kind: 'ramp' }>,
  { x, y, width, line }: Place,
): void {
  if (isStepped) {
    const step = width / colours.length;
    for (const [at, colour] of colours.entries()) {
      pen.fillStyle = colour;
      pen.fillRect(x + at * step, y, step, line);
    }
  } else {
    const blend = pen.createLinearGradient(x, 0, x + width, 0);
    for (const [at, colour] of colours.entries()) blend.addColorStop(at / Math.max(1, colours.length - 1), colour);
    pen.fillStyle = blend;
    pen.fillRect(x, y, width, line);
  }
  pen.lineWidth = 1;
  pen.strokeRect(x, y, width, line);
}
