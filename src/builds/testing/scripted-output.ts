import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EntryType } from '../../inspection/index.ts';
import type { BuildOutput, OutputRequest } from '../outputs/index.ts';

/** What an attempt at the output of a file does instead of succeeding; returns to let it succeed. */
export type Script = (request: OutputRequest) => void | Promise<void>;

/** An output of rasters that does what a test says, by the name of the file. */
export function scriptedOutput(scripts: ReadonlyMap<string, Script>, attempts: string[], optional?: true): BuildOutput {
  return {
    kind: optional ? 'extra' : 'cog',
    folder: optional ? 'extra' : 'cog',
    made: 'by-build',
    buildClass: 'raster',
    title: 'Scripted',
    artifacts: [
      {
        path: 'made.txt',
        mediaType: 'text/plain',
        title: 'Made',
        roles: [],
        required: true,
        shown: false,
      },
    ],
    ...(optional ? { optional } : {}),
    appliesTo: (type) => type === EntryType.GeoRaster,
    async build(request) {
      attempts.push(request.name);
      await writeFile(join(request.scratch, 'made.txt'), `made of ${request.name}`);
      await scripts.get(request.name)?.(request);
    },
  };
}
