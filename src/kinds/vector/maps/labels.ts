import type { SKRSContext2D } from '@napi-rs/canvas';
import { POINT } from '../tiles/shape.ts';
import { labelFont } from '../../../fonts/index.ts';
import { anchorOf, type LabelAnchor } from './label-anchor.ts';
import type { LabelStyle } from './map-style.ts';
import type { PixelShape } from './pixel-shape.ts';

/** Labels that are wanted for a picture. */
export interface Labels {
  /** @param key the same for the pieces of one feature, which gets one label */
  add(key: string | number, value: unknown, shape: PixelShape): void;
  /** Writes those that have room, the longest shapes first. */
  write(context: SKRSContext2D): void;
}

interface Wanted extends LabelAnchor {
  readonly text: string;
  readonly isPoint: boolean;
}

/** Candidates, and letters, beyond which a picture only gets fuller. */
const MOST_WANTED = 20_000;
const MOST_LETTERS = 60;
/** Characters of a value that are looked at for them: attributes may hold books. */
const MOST_LOOKED_AT = 1000;
/** Labels that fit into a picture of 4096 pixels with air between them, about; each is compared with all others. */
const MOST_WRITTEN = 1500;
/** Pixels of the halo, between labels and at the edge of the picture. */
const HALO = 3;
const GAP = 2;

export function createLabels(style: LabelStyle, radius: number, width: number, height: number): Labels {
  const wanted = new Map<string | number, Wanted>();
  return {
    add(key, value, shape) {
      const text = textOf(value);
      if (text === '' || (wanted.size >= MOST_WANTED && !wanted.has(key))) return;
      const anchor = anchorOf(shape, width, height);
      if (anchor === undefined || anchor.rank < (wanted.get(key)?.rank ?? 0)) return;
      wanted.set(key, { ...anchor, text, isPoint: shape.kind === POINT });
    },
    write(context) {
      context.font = labelFont(style.size);
      context.textBaseline = 'middle';
      context.textAlign = 'center';
      context.lineJoin = 'round';
      context.globalAlpha = 1;
      const taken: TextBox[] = [];
      for (const label of [...wanted.values()].toSorted((a, b) => b.rank - a.rank)) {
        if (taken.length >= MOST_WRITTEN) return;
        const isFree = (place: TextBox): boolean =>
          isInside(place, width, height) && !taken.some((other) => overlap(place, other));
        // Measuring costs far more: where the narrowest letter has no room, no text has.
        if (!placesOf(label, style.size / 4, style.size, radius).some(isFree)) continue;
        const side = context.measureText(label.text).width;
        const box = placesOf(label, side, style.size, radius).find(isFree);
        if (box === undefined) continue;
        taken.push(box);
        writeText(context, label.text, box, style);
      }
    },
  };
}

/** One line, without what is not seen. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return '';
  const text = String(value)
    .slice(0, MOST_LOOKED_AT)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const letters = Array.from(text);
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : text;
}

/** Middle and half sides. */
interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Where a label may stand: beside a point, to the right first; on any other shape. */
function placesOf({ x, y, isPoint }: Wanted, width: number, size: number, radius: number): readonly TextBox[] {
  const [halfWidth, halfHeight] = [width / 2 + HALO / 2, size / 2 + HALO / 2];
  const at = (dx: number, dy: number): TextBox => ({ x: x + dx, y: y + dy, halfWidth, halfHeight });
  if (!isPoint) return [at(0, 0), at(0, -size), at(0, size)];
  const [beside, above] = [radius + GAP + halfWidth, radius + GAP + halfHeight];
  return [at(beside, 0), at(-beside, 0), at(0, -above), at(0, above)];
}

const isInside = ({ x, y, halfWidth, halfHeight }: TextBox, width: number, height: number): boolean =>
  x - halfWidth >= GAP && y - halfHeight >= GAP && x + halfWidth <= width - GAP && y + halfHeight <= height - GAP;

const overlap = (a: TextBox, b: TextBox): boolean =>
  Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth + GAP && Math.abs(a.y - b.y) < a.halfHeight + b.halfHeight + GAP;

function writeText(context: SKRSContext2D, text: string, { x, y }: TextBox, { colour, halo }: LabelStyle): void {
  context.strokeStyle = halo;
  context.lineWidth = HALO;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
