import { isRecord } from '../../../format/value.ts';
import { add, type Triple } from '../../../scene/geometry/triple.ts';
import { i18n } from '../../../languages/i18n.ts';

/** A view of splats, in coordinates of their file: it stays right when they are raised, scaled or turned in a scene. */
export type SavedView = { readonly name: string; readonly position: Triple; readonly target: Triple };

/** A view to save, with the direction that points up in the file, which other programs need. */
export type NewView = SavedView & { readonly up: Triple };

/** More are not found in a list. */
const MOST_VIEWS = 200;
const MOST_LETTERS = 100;
/** How far a camera without a target looks. */
const AHEAD = 10;
/** Degrees of the height of a picture, as scenes have them. */
const FIELD_OF_VIEW = 50;
/** Members under which other programs keep the list. */
const LISTS = ['cameras', 'views'];

/** Where the views of a file are: `{base}_cameras.json` beside it. */
export const viewsPath = (path: string): string => `${path.replace(/\.[^./]+$/, '')}_cameras.json`;

/** Views that can be shown; what else the file has is left out. */
export function parseViews(text: string): readonly SavedView[] {
  const listed = listIn(jsonOf(text)) ?? [];
  return listed.slice(0, MOST_VIEWS).flatMap((entry, index) => viewOf(entry, index) ?? []);
}

/**
 * The file with one more view. What it had stays as it is.
 *
 * @param text null: there is no file yet
 * @returns null where it has no list of views, as what it has must not be lost
 */
export function withView(text: string | null, { name, position, target, up }: NewView): string | null {
  const json = text === null ? [] : jsonOf(text);
  const list = listIn(json);
  if (list === null) return null;
  list.push({ name, position, target, up, fov: FIELD_OF_VIEW });
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function listIn(json: unknown): unknown[] | null {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return null;
  return LISTS.map((name) => json[name]).find((list) => Array.isArray(list)) ?? null;
}

function viewOf(entry: unknown, index: number): SavedView | null {
  if (!isRecord(entry)) return null;
  const position = numbersOf(entry['position'], 3) as Triple | null;
  const turn = numbersOf(entry['quaternion'], 4);
  if (position === null) return null;
  const ahead = turn === null ? null : add(position, forwardOf(turn));
  const target = (numbersOf(entry['target'], 3) as Triple | null) ?? ahead;
  if (target === null || target.every((value, axis) => value === position[axis])) return null;
  const name = typeof entry['name'] === 'string' ? entry['name'].trim().slice(0, MOST_LETTERS) : '';
  return { name: name === '' ? i18n.t('View {value}', { value: index + 1 }) : name, position, target };
}

/** Larger coordinates are of no scene, and the distance between two of them may be infinite. */
const FARTHEST = 1e12;

const numbersOf = (value: unknown, count: number): readonly number[] | null =>
  Array.isArray(value) && value.length === count && value.every(isCoordinate) ? value : null;

const isCoordinate = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= FARTHEST;

/** Cameras look along their negative z axis. */
function forwardOf([x = 0, y = 0, z = 0, w = 1]: readonly number[]): Triple {
  return [-2 * AHEAD * (x * z + w * y), -2 * AHEAD * (y * z - w * x), -AHEAD * (1 - 2 * (x * x + y * y))];
}
