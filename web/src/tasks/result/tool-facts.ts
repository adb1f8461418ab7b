import type { Unit } from './figure.ts';

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

const MEASURE: KnownFact = {
  at: 'measure',
  label: 'Lengths',
  words: { grid: 'of the grid of the map projection', ellipsoid: 'of the ellipsoid WGS 84' },
};

/** Of one area, and of all together. docs/tools.md */
export const VOLUMES: readonly KnownFact[] = [
  { at: 'cut', label: 'Cut (above the base)', unit: 'm³' },
  { at: 'fill', label: 'Fill (below the base)', unit: 'm³' },
  { at: 'net', label: 'Net (cut less fill)', unit: 'm³' },
  { at: 'area', label: 'Area', unit: 'm²' },
  { at: 'areaWithoutHeights', label: 'Area without heights, which counts for nothing', unit: 'm²', unlessZero: true },
];

/** Of one area alone. */
export const OF_ONE_AREA: readonly KnownFact[] = [
  { at: 'lowest', label: 'Lowest height', unit: 'm' },
  { at: 'highest', label: 'Highest height', unit: 'm' },
  { at: 'baseHeight', label: 'Mean height of the base', unit: 'm' },
  { at: 'errors.independent', label: 'Standard error of net, heights that err independently', unit: 'm³' },
  { at: 'errors.common', label: 'Standard error of net, heights that all err alike', unit: 'm³' },
  { at: 'errors.base', label: 'Standard error of net, of the fitted base', unit: 'm³' },
];

const FILES: readonly KnownFact[] = [
  { at: 'files', label: 'Files brought in' },
  { at: 'kept', label: 'Kept because they were there already', unlessZero: true },
  { at: 'leftOut', label: 'Left out: links, devices and the like', unlessZero: true },
];

/** What is known of the facts of tools, in the order in which they are told. docs/tools.md */
export const TOOL_FACTS: Readonly<Record<string, readonly KnownFact[]>> = {
  'align-raster': [
    { at: 'tx', label: 'Moved to the east', unit: 'm' },
    { at: 'ty', label: 'Moved to the north', unit: 'm' },
    { at: 'thetaDeg', label: 'Turned counterclockwise', unit: '°' },
    { at: 'scale', label: 'Enlarged by the factor' },
    { at: 'shiftZ', label: 'Added to heights, in the unit of the file', unit: 'file', unlessZero: true },
    { at: 'rmse', label: 'Error that is left (root mean square)', unit: 'm' },
    { at: 'inlierCount', label: 'Places that agree' },
    { at: 'inlierRatio', label: 'Share of the compared places', unit: 'share' },
    { at: 'confidence', label: 'Confidence', unit: 'share' },
    {
      at: 'mode',
      label: 'How it may move',
      words: { similarity: 'shift, turn and enlarge', translation: 'shift only' },
    },
    { at: 'warning', label: 'Warning' },
  ],
  'archive-extract': [...FILES, { at: 'bytes', label: 'Size', unit: 'bytes' }],
  'bulk-download': [
    { at: 'entries', label: 'Files and folders' },
    { at: 'sizeBytes', label: 'Size of the archive', unit: 'bytes' },
  ],
  change: [
    { at: 'raised.volume', label: 'Volume that came', unit: 'm³' },
    { at: 'lowered.volume', label: 'Volume that went', unit: 'm³' },
    { at: 'net', label: 'Net (what came less what went)', unit: 'm³' },
    { at: 'raised.area', label: 'Area that is higher', unit: 'm²' },
    { at: 'lowered.area', label: 'Area that is lower', unit: 'm²' },
    { at: 'area', label: 'Area compared', unit: 'm²' },
    { at: 'threshold', label: 'Differences that count are more than', unit: 'm' },
    { at: 'min', label: 'Least difference', unit: 'm' },
    { at: 'max', label: 'Greatest difference', unit: 'm' },
    { at: 'mean', label: 'Mean difference', unit: 'm' },
    { at: 'deviation', label: 'Standard deviation', unit: 'm' },
    { at: 'rootMeanSquare', label: 'Root mean square', unit: 'm' },
    { at: 'pixels', label: 'Pixels compared' },
    MEASURE,
  ],
  contours: [
    { at: 'lines', label: 'Lines' },
    { at: 'positions', label: 'Positions in them' },
    { at: 'lowest', label: 'Lowest line, in the unit of the file', unit: 'file' },
    { at: 'highest', label: 'Highest line, in the unit of the file', unit: 'file' },
  ],
  georeference: [
    { at: 'footprints', label: 'Footprints' },
    { at: 'leftOut', label: 'Photos without one', unlessZero: true },
  ],
  hillshade: [
    { at: 'pixels', label: 'Pixels with a value' },
    { at: 'min', label: 'Least value' },
    { at: 'max', label: 'Greatest value' },
    MEASURE,
  ],
  'import-file': [{ at: 'bytes', label: 'Size', unit: 'bytes' }],
  'merge-multispectral': [
    { at: 'bands', label: 'Bands' },
    { at: 'width', label: 'Width', unit: 'px' },
    { at: 'height', label: 'Height', unit: 'px' },
  ],
  photogrammetry: [
    { at: 'photos', label: 'Photos' },
    ...FILES,
    { at: 'bytes', label: 'Size', unit: 'bytes' },
    { at: 'dataset', label: 'New dataset' },
  ],
  profile: [
    { at: 'length', label: 'Length', unit: 'm' },
    { at: 'lengthOnTerrain', label: 'Length on the terrain', unit: 'm' },
    { at: 'lowest', label: 'Lowest height', unit: 'm' },
    { at: 'highest', label: 'Highest height', unit: 'm' },
    { at: 'ascent', label: 'Ascent', unit: 'm' },
    { at: 'descent', label: 'Descent', unit: 'm' },
    { at: 'samples', label: 'Places read' },
    { at: 'samplesWithoutHeight', label: 'Places without height', unlessZero: true },
    MEASURE,
  ],
  'rescan-index': [
    { at: 'inspected', label: 'Files inspected' },
    { at: 'failed', label: 'Files that could not be inspected' },
  ],
  volume: [{ at: 'count', label: 'Areas' }, { at: 'name', label: 'Name' }, ...VOLUMES, ...OF_ONE_AREA, MEASURE],
};

/** Facts that another part of the window tells. */
export const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['outputPath', 'success']);
