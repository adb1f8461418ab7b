import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { LayerSpecification, MapGeoJSONFeature, SourceSpecification } from 'maplibre-gl';
import type { ComponentType } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import type { FilePart } from '../api/file-part.ts';
import type { Bounds } from '../map/footprint.ts';
import type { LayerGroup } from '../map/layer-groups.ts';
import type { PlaceFeatures } from './place-features.ts';

/** What the layer panel lists: a file, or many files that are one thing on the map, such as all photos. */
export type MapLayer = {
  /** Path of the file. What stands for many files has a key that is no path: it begins with "/". */
  readonly key: string;
  /** Name of the kind that draws it. */
  readonly kind: string;
  readonly title: string;
  readonly group: LayerGroup;
  readonly Icon: TablerIcon;
  /** Null where it has no place on the map. */
  readonly bounds: Bounds | null;
  /** The file; null for what stands for many. */
  readonly entry: Entry | null;
  /** Where the scene shows it, it can be opened there. */
  readonly opensScene: boolean;
  /** Look that was saved for everybody, in words of the kind; it is the usual one. Default: that of the kind */
  readonly savedLook?: string;
  /** Where the files of what stands for many were taken. */
  readonly places?: PlaceFeatures;
};

/** A layer as a kind draws it. */
export type DrawnLayer = {
  /** Begins the ids of its sources and layers. */
  readonly id: string;
  readonly datasetRef: DatasetRef;
  readonly layer: MapLayer;
  /** 0 to 1. */
  readonly opacity: number;
  /** Text of its look in the address, in words of the kind; '' is the usual one. */
  readonly look: string;
  /** Key of the selected thing in it: a path or the id of a feature; '' is none. */
  readonly selected: string;
};

/** Sources by id, and layers from the bottom up. All ids begin with that of the drawn layer. */
export type MapContent = {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly layers: readonly LayerSpecification[];
};

export const NOTHING_DRAWN: MapContent = { sources: {}, layers: [] };

export type LookProps = {
  readonly datasetRef: DatasetRef;
  readonly layer: MapLayer;
  readonly look: string;
  readonly onLook: (look: string) => void;
  readonly mayWrite: boolean;
};

export type LegendProps = Pick<LookProps, 'datasetRef' | 'layer' | 'look'>;

/** What the colours of a layer mean, as it is drawn on paper. */
export type PrintedLegend =
  | {
      readonly kind: 'ramp';
      readonly name: string;
      readonly colours: readonly string[];
      readonly isStepped: boolean;
      /** Written at the ends; null where nobody knows them. */
      readonly ends: readonly [low: string, high: string] | null;
    }
  | {
      readonly kind: 'classes';
      readonly name: string;
      readonly rows: readonly { readonly colour: string; readonly label: string }[];
    };

export type ValueProps = LegendProps & {
  /** In degrees. */
  readonly at: readonly [longitude: number, latitude: number];
};

export type PickedProps = {
  readonly datasetRef: DatasetRef;
  readonly layer: MapLayer;
  readonly look: string;
  /** Where it was clicked, in degrees. */
  readonly at: readonly [longitude: number, latitude: number];
  /** Features of this layer below the pointer, the topmost first; empty for pictures. */
  readonly features: readonly MapGeoJSONFeature[];
  readonly onClose: () => void;
  /** Shows this part of the earth. */
  readonly onZoom: (bounds: Bounds) => void;
};

/** What a kind shows on the map of the workspace. It comes with the map, not with the list of files. */
export type MapKind = {
  readonly name: string;
  /** Layers of the kind in a part of the dataset, from the top of the map down. */
  readonly layers: (ref: DatasetRef, part: FilePart, signal: AbortSignal) => Promise<readonly MapLayer[]>;
  readonly content: (drawn: DrawnLayer) => MapContent;
  /** Tab "Style" of the inspector. Made with `lazy`. */
  readonly Look?: ComponentType<LookProps>;
  /** Shown on the map while the layer is; null of the component where there is nothing to say. Made with `lazy`. */
  readonly Legend?: ComponentType<LegendProps>;
  /** The colours of the layer as a small sign beside its name. Made with `lazy`. */
  readonly Chip?: ComponentType<LegendProps>;
  /** The same for paper; null where there is nothing to say. */
  readonly printed?: (of: LegendProps, signal: AbortSignal) => Promise<PrintedLegend | null>;
  /** What a click on the layer shows. Made with `lazy`. */
  readonly Picked?: ComponentType<PickedProps>;
  /** What the layer has at a place, for the status bar; nothing where it has no values there. Made with `lazy`. */
  readonly Value?: ComponentType<ValueProps>;
  /** True if a click on a picture without features is for the layer, when it is the selected one. Default: false */
  readonly isPickedAnywhere?: true;
};
