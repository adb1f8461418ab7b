import type { BuildRequests } from '../builds/index.ts';
import type { RescanDependencies } from '../datasets/index.ts';
import type { AnyTool } from '../tasks/index.ts';
import type { ProcessingNodes, RemoteFiles } from '../transfers/index.ts';
import { alignRaster } from './align-raster/align-raster.ts';
import { archiveExtract } from './archive-extract/archive-extract.ts';
import { buildTool } from './build/build.ts';
import { bulkDownload } from './bulk-download/bulk-download.ts';
import { change } from './change/change.ts';
import { contours } from './contours/contours.ts';
import { georeference } from './georeference/georeference.ts';
import { hillshade } from './hillshade/hillshade.ts';
import { importFile } from './import-file/import-file.ts';
import { mergeMultispectral } from './merge-multispectral/merge-multispectral.ts';
import { photogrammetry, type PhotogrammetrySettings } from './photogrammetry/photogrammetry.ts';
import { profile } from './profile/profile.ts';
import { createRasterExport } from './raster-export/raster-export.ts';
import { rescanIndex } from './rescan-index/rescan-index.ts';
import { volume } from './volume/volume.ts';
import { vectorExport } from './vector-export/vector-export.ts';

export { signedInTools } from './signed-in.ts';

/** What tools use beside their task. */
export interface ToolDependencies extends PhotogrammetrySettings {
  readonly builds: BuildRequests;
  readonly rescan: RescanDependencies;
  /** Bytes of pixels that a raster export may have; undefined: as many as a task may make. */
  readonly maxExportSizeBytes?: number | undefined;
  /** Archives that one user may have in the making. */
  readonly maxConcurrentBulkDownloadsPerUser: number;
  readonly remoteFiles: RemoteFiles;
  /** Machines that process photos. */
  readonly processingNodes: ProcessingNodes;
  /** Files that one user may have on their way from addresses. */
  readonly maxConcurrentUrlImportsPerUser: number;
}

/** An export has a grid that may be known only when it is made: then, too, it is not more than a task may make. */
const mostOfExport = ({ maxExportSizeBytes, maxEstimatedOutputBytesPerSubmit }: ToolDependencies): number =>
  Math.min(maxExportSizeBytes ?? Infinity, maxEstimatedOutputBytesPerSubmit);

/** All tools of the service. To add one: a folder beside this, a line here. */
export function createTools(dependencies: ToolDependencies): readonly AnyTool[] {
  return [
    alignRaster,
    archiveExtract(dependencies),
    buildTool(dependencies.builds),
    { ...bulkDownload, mostPerUser: dependencies.maxConcurrentBulkDownloadsPerUser },
    change,
    contours,
    georeference,
    hillshade,
    importFile(dependencies.remoteFiles, dependencies.maxConcurrentUrlImportsPerUser),
    mergeMultispectral,
    ...photogrammetry(dependencies.processingNodes, dependencies),
    profile,
    createRasterExport(mostOfExport(dependencies)),
    rescanIndex(dependencies.rescan),
    volume,
    vectorExport,
  ];
}
