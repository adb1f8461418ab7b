import Type from 'typebox';
import { route, type Route } from '../../http/index.ts';
import { examine, HealthBody, type HealthCheck } from './report.ts';

/** Longest time one check may take: programs that watch give up after ten seconds or more. */
const CHECK_LIMIT_MS = 9000;

/** Whether the service is well. @param onFault told what a check met */
export function healthRoutes(checks: readonly HealthCheck[], onFault: (fault: unknown) => void): Route[] {
  return [
    route({
      method: 'GET',
      path: '/quickhealth',
      access: 'monitor',
      tag: 'Health',
      summary: 'Whether the service answers, as plain text',
      response: { 200: Type.String() },
      handle: async ({ reply }) => reply.type('text/plain; charset=utf-8').send('Healthy'),
    }),
    route({
      method: 'GET',
      path: '/health',
      access: 'monitor',
      tag: 'Health',
      summary: 'Whether all the service needs is well',
      description: '200 when it is `Healthy` or `Degraded`, 503 when it is `Unhealthy`.',
      response: { 200: HealthBody, 503: HealthBody },
      handle: async ({ reply }) => {
        const report = await examine(checks, CHECK_LIMIT_MS, onFault);
        void reply.code(report.status === 'Unhealthy' ? 503 : 200).header('cache-control', 'no-store');
        return report;
      },
    }),
  ];
}
