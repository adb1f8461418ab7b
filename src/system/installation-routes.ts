import Type from 'typebox';
import { route, type Route } from '../http/index.ts';
import type { Settings } from '../settings/index.ts';
import { ConfigurationBody, describeConfiguration } from './configuration.ts';
import { describeFeatures, FeaturesBody, type Offered } from './features.ts';

/** Routes about the installation itself. @param drawnKinds names of the kinds of which thumbnails are drawn here */
export function installationRoutes(
  settings: Settings,
  version: string,
  taskTools: readonly object[],
  offered: Omit<Offered, 'thumbnails'>,
  drawnKinds: () => Promise<readonly string[]>,
): Route[] {
  return [
    route({
      method: 'GET',
      path: '/version',
      access: 'anonymous',
      tag: 'System',
      summary: 'Version of the service, as plain text',
      response: { 200: Type.String() },
      handle: async ({ reply }) => reply.type('text/plain; charset=utf-8').send(version),
    }),
    route({
      method: 'GET',
      path: '/sys/version',
      access: 'signed-in',
      tag: 'System',
      summary: 'Version of the service, as a JSON text',
      response: { 200: Type.String() },
      // A bare text would not be JSON, and clients parse what this answers.
      handle: async ({ reply }) => reply.type('application/json; charset=utf-8').send(JSON.stringify(version)),
    }),
    route({
      method: 'GET',
      path: '/sys/features',
      access: 'anonymous',
      tag: 'System',
      summary: 'What this installation offers and how it is set up',
      response: { 200: FeaturesBody },
      handle: async () =>
        describeFeatures(settings, version, taskTools, { ...offered, thumbnails: await drawnKinds() }),
    }),
    route({
      method: 'GET',
      path: '/sys/config',
      access: 'admin',
      tag: 'System',
      summary: 'The settings as they are; of secrets only whether they are set',
      response: { 200: ConfigurationBody },
      handle: async () => describeConfiguration(settings),
    }),
  ];
}
