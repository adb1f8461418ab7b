import Type from 'typebox';
import { route, type Route } from '../../http/index.ts';
import type { Metrics } from './metrics.ts';

/** Figures for Prometheus. */
export function metricsRoutes(metrics: Metrics): Route[] {
  return [
    route({
      method: 'GET',
      path: '/metrics',
      access: 'monitor',
      tag: 'Health',
      summary: 'Figures in the text format of Prometheus',
      response: { 200: Type.String() },
      handle: async ({ reply }) => reply.type(metrics.contentType).send(await metrics.read()),
    }),
  ];
}
