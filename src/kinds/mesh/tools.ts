import type { AnyTool } from '../../tasks/index.ts';
import { meshExport } from './export/tool.ts';
import { meshSection } from './section/tool.ts';
import { meshVolume } from './volume/tool.ts';

/** The tools of models. */
export const meshTools: readonly AnyTool[] = [meshExport, meshSection, meshVolume];
