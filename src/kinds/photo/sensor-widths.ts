/** Long side of image sensors in millimetres, as their makers state it, for cameras that do not write it into their photos. */
const WIDTHS: readonly (readonly [millimetres: number, models: readonly string[]])[] = [
  [6.25, ['dji fc300c', 'dji fc300s', 'dji fc300x', 'dji fc300xw', 'dji fc330', 'dji fc350', 'dji fc200']],
  [6.17, ['dji fc220', 'dji fc230', 'dji fc2103', 'dji fc2204', 'dji fc2403', 'dji fc7203', 'dji fc7303']],
  [6.17, ['gopro hero4 black', 'gopro hero5 black', 'gopro hero6 black', 'gopro hero7 black', 'parrot bebop 2']],
  [6.4, ['dji fc3170', 'dji m3t', 'dji m30', 'dji m30t', 'autel robotics xt701']],
  [9.6, ['dji fc3582', 'dji fc8482', 'dji fc8282', 'dji m4t']],
  [13.2, ['dji fc6310', 'dji fc6310s', 'dji fc6310r', 'dji fc6510', 'dji fc3411', 'autel robotics xt705']],
  [13.2, ['hasselblad l1d-20c', 'dji l1d-20c']],
  [17.3, ['dji fc550', 'dji fc550raw', 'dji fc6520', 'hasselblad l2d-20c', 'dji m3e', 'dji m3m', 'dji m4e']],
  [35.9, ['dji zenmusep1', 'sony dsc-rx1rm2', 'sony dsc-rx1r', 'sony ilce-7rm4']],
  [4.87, ['dji fc6360']],
  [4.8, ['micasense rededge', 'micasense rededge-m', 'micasense rededge-mx', 'micasense rededge-p', 'parrot sequoia']],
  [7.12, ['micasense altum']],
  [5.9, ['parrot anafi', 'parrot anafi thermal', 'parrot anafi usa', 'parrot anafiusa']],
  [12.75, ['sensefly s.o.d.a.', 'sensefly soda']],
  [23.2, ['nikon corporation nikon d3200', 'sony ilce-qx1']],
  [23.5, ['sony ilce-6000', 'sony nex-7', 'nikon corporation nikon d7100']],
];

const BY_NAME: ReadonlyMap<string, number> = new Map(
  WIDTHS.flatMap(([millimetres, models]) => models.map((model) => [model, millimetres] as const)),
);

/** Long side of the sensor of a camera in millimetres, by maker and model in lower case; null for one that is not listed. */
export const sensorWidthOf = (camera: string): number | null => BY_NAME.get(camera) ?? null;
