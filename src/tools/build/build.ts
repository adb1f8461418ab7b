import Type from 'typebox';
import type { BuildRequests } from '../../builds/index.ts';
import { checkEntryPath } from '../../datasets/index.ts';
import type { HandingTool } from '../../tasks/index.ts';
import { withWords } from '../../tasks/tool-kit/index.ts';

const parameters = withWords(
  Type.Object(
    {
      path: Type.String({
        maxLength: 8192,
        default: '',
        description: 'File to build; empty: whatever waits in the dataset and may be tried again',
        'x-input': 'path',
      }),
      force: Type.Boolean({ default: false, description: 'Also when it is built already' }),
    },
    { additionalProperties: false },
  ),
  {
    path: 'File',
    force: 'Also what is built already',
  },
);

/** Asks for what is derived from a file to be made; the module of builds does it. */
export const buildTool = (builds: BuildRequests): HandingTool<typeof parameters> => ({
  id: 'build',
  version: '1',
  title: 'Build',
  description:
    'Makes what a file is shown and served with: its Cloud-optimised GeoTIFF, its GeoPackage and vector tiles.',
  parameters,
  access: 'write',
  artifact: null,
  offers: [],

  async plan({ parameters: { path }, entries }) {
    if (path === '') return { path: null, reads: 'dataset', estimatedBytes: 0 };
    const entry = await entries.require(checkEntryPath(path));
    return { path: entry.path, reads: [entry], estimatedBytes: 0 };
  },

  async handOver({ transaction, dataset, parameters: { path, force }, userId }) {
    if (path !== '') {
      const asked = await builds.one(transaction, dataset, checkEntryPath(path), force, userId);
      return { ...asked, result: asked.jobId === null ? 'Nothing is built of this file' : 'The build was asked for' };
    }
    const count = await builds.pending(transaction, dataset);
    return { jobId: null, isNew: true, result: `${count} ${count === 1 ? 'build' : 'builds'} asked for` };
  },
});
