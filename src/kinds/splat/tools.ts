import type { AnyTool } from '../../tasks/index.ts';
import { splatClean } from './clean/tool.ts';
import { splatExport } from './export/tool.ts';

/** The tools of Gaussian splats. */
export const splatTools: readonly AnyTool[] = [splatExport, splatClean];
