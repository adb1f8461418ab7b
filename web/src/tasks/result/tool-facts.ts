import type { Unit } from './figure.ts';
import { i18n } from '../../languages/i18n.ts';

/** One fact of a tool: how it is called, what it counts, and what its words mean. */
export type KnownFact = {
  /** Where it lies among the facts: "raised.volume". */
  readonly at: string;
  readonly label: string;
  readonly unit?: Unit;
  /** Words of programs, by what they mean. */
  readonly words?: Readonly<Record<string, string>>;
  /** Nothing is said when it is zero. */
  readonly unlessZero?: true;
};

/** Files that a tool brings into the dataset. */
export const FILES: readonly KnownFact[] = [
  { at: 'files', label: i18n.t('Files brought in') },
  { at: 'kept', label: i18n.t('Kept because they were there already'), unlessZero: true },
  { at: 'leftOut', label: i18n.t('Left out: links, devices and the like'), unlessZero: true },
];

/** Facts of tools by tool, in the order in which they are told. */
export type ToolFacts = Readonly<Record<string, readonly KnownFact[]>>;

/** Facts of the tools of no kind. docs/tools.md */
export const TOOL_FACTS: ToolFacts = {
  'archive-extract': [...FILES, { at: 'bytes', label: i18n.t('Size'), unit: 'bytes' }],
  'bulk-download': [
    { at: 'entries', label: i18n.t('Files and folders') },
    { at: 'sizeBytes', label: i18n.t('Size of the archive'), unit: 'bytes' },
  ],
  'import-file': [{ at: 'bytes', label: i18n.t('Size'), unit: 'bytes' }],
  'rescan-index': [
    { at: 'inspected', label: i18n.t('Files inspected') },
    { at: 'failed', label: i18n.t('Files that could not be inspected') },
  ],
};

/** Facts that another part of the window tells. */
export const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['outputPath', 'success']);
