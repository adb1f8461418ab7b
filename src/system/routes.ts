import Type from 'typebox';
import { route, type Route } from '../http/index.ts';
import type { Settings } from '../settings/index.ts';
import { describeFeatures, FeaturesBody } from './features.ts';

/** Routes about the installation itself. */
export function systemRoutes(settings: Settings, version: string): Route[] {
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
      summary: 'Version of the service',
      response: { 200: Type.String() },
      handle: async () => version,
    }),
    route({
      method: 'GET',
      path: '/sys/features',
      access: 'anonymous',
      tag: 'System',
      summary: 'What this installation offers and how it is set up',
      response: { 200: FeaturesBody },
      handle: async () => describeFeatures(settings, version),
    }),
  ];
}
