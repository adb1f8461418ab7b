import { EMPTY, formatSidecar } from '../keeping/sidecar.ts';
import type { Feature } from '../model/measurement.ts';
import { measurementsCsv } from './measurements-csv.ts';
import { saveFile } from './save-file.ts';

/** Saves all measurements on the person's machine. */
export function exportMeasurements(features: readonly Feature[], format: 'geojson' | 'csv'): void {
  if (format === 'csv') return saveFile('measurements.csv', 'text/csv;charset=utf-8', measurementsCsv(features));
  saveFile('measurements.geojson', 'application/geo+json', formatSidecar({ ...EMPTY, features }));
}
