import Type from 'typebox';
import { plainText } from '../plain-text.ts';

/** Where an import failed. */
export const PHASE = { authentication: 0, download: 1, save: 2, general: 3 } as const;
export type Phase = (typeof PHASE)[keyof typeof PHASE];

const place = { organization: Type.String(), dataset: Type.Union([Type.String(), Type.Null()]) };

/** The answer to an import: what was done and what was not. Slugs are those of the source. */
export const ImportReportBody = Type.Object({
  importedItems: Type.Array(
    Type.Object({
      ...place,
      size: Type.Integer({ description: 'Bytes that were transferred' }),
      fileCount: Type.Integer({ description: 'Files that were transferred' }),
      skippedFileCount: Type.Integer({ description: 'Files that were here already, with the same hash' }),
      unverifiedFileCount: Type.Optional(
        Type.Integer({ description: 'Files of which the source tells no SHA-256: only their size was compared' }),
      ),
      importedAt: Type.String({ format: 'date-time' }),
    }),
  ),
  errors: Type.Array(
    Type.Object({
      ...place,
      message: Type.String(),
      phase: Type.Integer({ description: '0 authentication, 1 download, 2 save, 3 general' }),
    }),
  ),
  fileErrors: Type.Array(
    Type.Object({
      ...place,
      filePath: Type.String(),
      message: Type.String(),
      retryCount: Type.Integer(),
    }),
  ),
  totalSize: Type.Integer(),
  totalFiles: Type.Integer(),
  skippedFiles: Type.Integer(),
  duration: Type.String({ description: '[d.]hh:mm:ss.fff' }),
});
export type ImportReport = Type.Static<typeof ImportReportBody>;

/** What one dataset of the source came to. */
export interface DatasetTally {
  size: number;
  fileCount: number;
  skippedFileCount: number;
  unverifiedFileCount: number;
}

/** Errors of single files that are named; the answer stays readable, and the row of the job small. */
export const MAX_FILE_ERRORS = 1000;

/** Gathers a report. */
export interface ReportWriter {
  imported(dataset: string, tally: Readonly<DatasetTally>): void;
  error(dataset: string | null, phase: Phase, message: string): void;
  fileError(dataset: string, filePath: string, message: string, retryCount: number): void;
  finish(): ImportReport;
}

/** @param organization slug at the source */
export function createReport(organization: string): ReportWriter {
  const begin = Date.now();
  const importedItems: ImportReport['importedItems'] = [];
  const errors: ImportReport['errors'] = [];
  const fileErrors: ImportReport['fileErrors'] = [];
  let unnamed = 0;
  return {
    imported(dataset, { unverifiedFileCount, ...tally }) {
      const unverified = unverifiedFileCount > 0 ? { unverifiedFileCount } : {};
      importedItems.push({
        organization,
        dataset: plainText(dataset),
        ...tally,
        ...unverified,
        importedAt: new Date().toISOString(),
      });
    },

    error(dataset, phase, message) {
      errors.push({ organization, dataset: dataset && plainText(dataset), message: plainText(message), phase });
    },

    fileError(dataset, filePath, message, retryCount) {
      if (fileErrors.length >= MAX_FILE_ERRORS) {
        unnamed += 1;
        return;
      }
      const place = { organization, dataset: plainText(dataset), filePath: plainText(filePath) };
      fileErrors.push({ ...place, message: plainText(message), retryCount });
    },

    finish() {
      const more = { organization, dataset: null, message: `${unnamed} more files failed.`, phase: PHASE.general };
      const sum = (read: (item: ImportReport['importedItems'][number]) => number): number =>
        importedItems.reduce((total, item) => total + read(item), 0);
      return {
        importedItems,
        errors: unnamed > 0 ? [...errors, more] : errors,
        fileErrors,
        totalSize: sum(({ size }) => size),
        totalFiles: sum(({ fileCount }) => fileCount),
        skippedFiles: sum(({ skippedFileCount }) => skippedFileCount),
        duration: timeSpan(Date.now() - begin),
      };
    },
  };
}

/** `[d.]hh:mm:ss.fff` */
export function timeSpan(milliseconds: number): string {
  const days = Math.floor(milliseconds / 86_400_000);
  const rest = new Date(milliseconds % 86_400_000).toISOString().slice(11, 23);
  return days > 0 ? `${days}.${rest}` : rest;
}
