import type { ProcessingNodes } from '../transfers/index.ts';

/** What the tools of kinds use beside their task. */
export interface ToolServices {
  /** Machines that process photos. */
  readonly processingNodes: ProcessingNodes;
  /** Pause between two looks at a task of such a machine. */
  readonly remoteNodePollIntervalSeconds: number;
  /** Pauses grow to this while a machine does not answer, or has nothing new to tell. */
  readonly remoteNodePollMaxBackoffSeconds: number;
  /** Bytes of pixels that a raster export may have; undefined: as many as a task may make. */
  readonly maxExportSizeBytes?: number | undefined;
  /** Bytes that a task may make. */
  readonly maxEstimatedOutputBytesPerSubmit: number;
  /** Bytes that an archive may have, packed and unpacked. */
  readonly maxArchiveExtractSizeBytes: number;
  /** Bytes that must stay free on the disk. */
  readonly minFreeDiskBytes: number;
}
