import { fold, likeOfPart, readBox, type BoundingBox } from '../datasets/index.ts';
import { fail } from '../errors/index.ts';
import type { Place } from './grid-text.ts';
import { readPlace } from './place-text.ts';

export const KINDS = ['organization', 'dataset', 'file'] as const;
export type Kind = (typeof KINDS)[number];

/** Most words of a search; more nobody types. */
export const MAX_WORDS = 8;
/** Sorts behind every text that begins with the one before it. */
const LAST_CHARACTER = '\u{10ffff}';

/** What is looked for, folded as the texts are that it is compared with. */
export interface Question {
  /** The whole text: names that are it, or begin with it, come first. Empty: only a place is asked for. */
  readonly text: string;
  /** Behind every text that begins with it. */
  readonly textEnd: string;
  readonly words: readonly string[];
  /** LIKE patterns of the words. */
  readonly patterns: readonly string[];
  /** Only datasets whose extent meets this box. */
  readonly box: BoundingBox | undefined;
  /** Null: all. */
  readonly kind: Kind | null;
}

/** @throws `invalid-input` for a search for nothing, for too many words, and for a box that is none */
export function readQuestion(given: {
  readonly q?: string | undefined;
  readonly bbox?: string | undefined;
  readonly kind?: Kind | undefined;
}): Question {
  const { q = '', bbox, kind = null } = given;
  const place = bbox === undefined ? readPlace(q) : undefined;
  const text = place === undefined ? fold(q).trim().replaceAll(/\s+/g, ' ') : '';
  const words = text === '' ? [] : text.split(' ');
  const box = bbox === undefined ? place && pointBox(place) : readBox(bbox);
  if (words.length === 0 && box === undefined)
    throw fail('invalid-input', 'Nothing is asked for. Send words or coordinates as q, or a box as bbox.');
  if (words.length > MAX_WORDS)
    throw fail('invalid-input', `q must hold at most ${MAX_WORDS} words; this one holds ${words.length}.`);
  return { text, textEnd: `${text}${LAST_CHARACTER}`, words, patterns: words.map(likeOfPart), box, kind };
}

const pointBox = ({ longitude, latitude }: Place): BoundingBox => [longitude, latitude, longitude, latitude];
