import type { BuildRequests } from '../builds/index.ts';
import type { RescanDependencies } from '../datasets/index.ts';
import type { Kinds, ToolServices } from '../kinds/index.ts';
import type { AnyTool } from '../tasks/index.ts';
import type { RemoteFiles } from '../transfers/index.ts';
import { archiveExtract } from './archive-extract/archive-extract.ts';
import { buildTool } from './build/build.ts';
import { bulkDownload } from './bulk-download/bulk-download.ts';
import { importFile } from './import-file/import-file.ts';
import { rescanIndex } from './rescan-index/rescan-index.ts';

export { signedInTools } from './signed-in.ts';

/** What tools use beside their task. */
export interface ToolDependencies extends ToolServices {
  readonly builds: BuildRequests;
  readonly rescan: RescanDependencies;
  /** Archives that one user may have in the making. */
  readonly maxConcurrentBulkDownloadsPerUser: number;
  readonly remoteFiles: RemoteFiles;
  /** Files that one user may have on their way from addresses. */
  readonly maxConcurrentUrlImportsPerUser: number;
}

/** All tools of the service: those of its kinds, and those that work on files of every kind, which are listed here. */
export function createTools(dependencies: ToolDependencies, kinds: Kinds): readonly AnyTool[] {
  return [
    ...kinds.tools(dependencies),
    archiveExtract(dependencies),
    buildTool(dependencies.builds),
    { ...bulkDownload, mostPerUser: dependencies.maxConcurrentBulkDownloadsPerUser },
    importFile(dependencies.remoteFiles, dependencies.maxConcurrentUrlImportsPerUser),
    rescanIndex(dependencies.rescan),
  ];
}
