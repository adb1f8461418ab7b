import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { ComponentType, ReactNode } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import type { Bounds } from '../map/footprint.ts';
import type { DatasetSceneKind, SceneKind } from '../scene/core/scene-kind.ts';
import { i18n } from '../languages/i18n.ts';

/** What a kind of data is in the browser. Every optional part has a default, so a new kind starts with its types alone. */
export type Kind = {
  /** Name of the folder of the kind. */
  readonly name: string;
  /** Entry types of the kind. Empty for a kind that only has tools. */
  readonly types: readonly EntryLook[];
  /** Default: no view yet. */
  readonly viewer?: (entry: Entry) => Viewer;
  /** How a scene shows a file that a click opens elsewhere; null where it does not. Default: by `viewer` alone */
  readonly inScene?: (entry: Entry) => (() => Promise<SceneKind>) | null;
  /** True of an elevation model: a scene has it as its ground. Default: false */
  readonly isGround?: (entry: Entry) => boolean;
  /** What a scene shows of all files of some types together. */
  readonly allInScene?: AllInScene;
  /** True if a service that draws thumbnails of the kind draws one of the file. Default: false */
  readonly hasThumbnail?: (entry: Entry) => boolean;
  /** True of a file that is only a part of another one: nothing is built of it. Default: false */
  readonly isPart?: (entry: Entry) => boolean;
  /** True if a map can show a built file below a drawing, by `backdrop` of the details. Default: false */
  readonly isDrawnOn?: true;
  /** Loads the module `details.ts` of the kind. */
  readonly details?: () => Promise<KindDetails>;
  /** Results of the tools of the kind. */
  readonly results?: ToolResults;
};

/** What the list of files does without. It is loaded after the page, so that the page is there sooner. */
export type KindDetails = {
  /** Rows of the properties panel. */
  readonly facts?: readonly FactRow[];
  /** Properties that the panel leaves out. */
  readonly hidden?: readonly string[];
  /** A section of the properties panel below the rows. */
  readonly section?: FactSection;
  /** What a built file is like in numbers, for the tab "Analyse" of the inspector; null if there is nothing to show. */
  readonly analysis?: FactSection['render'];
  /** Parameters of a tool that a look of a file says, in words of the kind; '' is the usual look. */
  readonly given?: (toolId: string, look: string) => Readonly<Record<string, unknown>>;
  /** Addresses to copy for other programs, in the order of the list. */
  readonly addresses?: (file: BuiltFile) => readonly NamedAddress[];
  /** What a map shows of a built file below a drawing; null if there is nothing to show. */
  readonly backdrop?: (file: MapFile) => Backdrop | null;
};

/** An entry type (`Entry.type`) as people see it. */
export type EntryLook = {
  readonly type: number;
  readonly title: string;
  readonly Icon: TablerIcon;
  /** False: the search does not offer the type. Default: true */
  readonly searchable?: false;
};

/** What a click on an entry opens. */
export type Viewer =
  /** The list of the files in it. */
  | { readonly opens: 'folder' }
  /** The map of the dataset, where it is selected. */
  | { readonly opens: 'map' }
  /** The scene page, with what `load` gives: three comes only when a scene is really shown. */
  | { readonly opens: 'scene'; readonly load: () => Promise<SceneKind> }
  /** A tab of the browser, which shows the file by itself. */
  | { readonly opens: 'tab' }
  /** The properties: the kind has no view yet. */
  | { readonly opens: 'properties' };

/** One layer of a scene that stands for many files. */
export type AllInScene = {
  /** In place of a path; it begins with "/". */
  readonly key: string;
  readonly title: string;
  readonly types: readonly number[];
  readonly load: () => Promise<DatasetSceneKind>;
};

export const NO_VIEW: Viewer = { opens: 'properties' };

/** Groups of the properties panel that kinds add rows to, in their order. */
export const FACT_GROUPS = [i18n.t('Picture'), i18n.t('Camera'), i18n.t('Place'), i18n.t('Content')] as const;

export type FactRow = {
  readonly group: (typeof FACT_GROUPS)[number];
  readonly name: string;
  /** Null or '' leaves the row out. Properties that no row reads are shown as they are, in the group "More". */
  readonly text: (properties: PropertyReader) => string | null;
};

/** Reads properties of an entry, and notes which ones. */
export type PropertyReader = {
  /** Null if it is no finite number. */
  readonly number: (key: string) => number | null;
  /** Null if it is no text, empty or "unknown". */
  readonly text: (key: string) => string | null;
  readonly value: (key: string) => unknown;
};

export type FactSection = {
  readonly title: string;
  /** Null leaves the section out. */
  readonly render: (entry: Entry, datasetRef: DatasetRef) => ReactNode | null;
};

export type BuiltFile = { readonly datasetRef: DatasetRef; readonly path: string; readonly hash: string };

/** `address` is relative to the origin of the service. */
export type NamedAddress = { readonly name: string; readonly address: string };

export type MapFile = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly bounds: Bounds;
  /** Id that the layers give as their source. */
  readonly source: string;
};

export type Backdrop = { readonly source: SourceSpecification; readonly layers: readonly LayerSpecification[] };

export type ToolResults = {
  /** Ids of the tools. */
  readonly tools: readonly string[];
  /** Shows what one of the tools found out. Made with `soon`, which loads it when it is first shown. */
  readonly View: ComponentType<ShownResultProps>;
};

export type ToolResultProps = { readonly toolId: string; readonly facts: Readonly<Record<string, unknown>> };

/** `soon` reads `opened`. */
export type ShownResultProps = ToolResultProps & { readonly opened: boolean };
