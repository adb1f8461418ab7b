import Type from 'typebox';

/** From good to bad; the worst of the checks is the state of the service. */
export const HEALTH = ['Healthy', 'Degraded', 'Unhealthy'] as const;
export type Health = (typeof HEALTH)[number];

/** What a check found. */
export interface Finding {
  readonly status: Health;
  /** What is wrong and what to do; read by administrators. */
  readonly description?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface HealthCheck {
  readonly name: string;
  readonly tags: readonly string[];
  /** What it means that the check throws, or is not done in time. */
  readonly failure: string;
  readonly run: (signal: AbortSignal) => Promise<Finding>;
}

const duration = Type.String({ description: '`hh:mm:ss.fffffff`' });

export const HealthBody = Type.Object({
  status: Type.String({ description: HEALTH.join(', ') }),
  totalDuration: duration,
  entries: Type.Record(
    Type.String(),
    Type.Object({
      data: Type.Object({}, { additionalProperties: true }),
      description: Type.Optional(Type.String()),
      duration,
      status: Type.String(),
      tags: Type.Array(Type.String()),
    }),
  ),
});

export type HealthReport = Type.Static<typeof HealthBody>;

/**
 * Runs all checks at the same time, each for at most `limitMs`.
 *
 * @param onFault told what a check threw: the report goes out of the house and says only what it means
 */
export async function examine(
  checks: readonly HealthCheck[],
  limitMs: number,
  onFault: (fault: unknown) => void,
): Promise<HealthReport> {
  const begin = performance.now();
  const results = await Promise.all(
    checks.map(async (check) => {
      const started = performance.now();
      const { status, description, data = {} } = await runOne(check, limitMs, onFault);
      const entry = {
        data: { ...data },
        ...(description === undefined ? {} : { description }),
        duration: timeSpan(performance.now() - started),
        status,
        tags: [...check.tags],
      };
      return [check.name, entry] as const;
    }),
  );
  const worst = Math.max(0, ...results.map(([, { status }]) => HEALTH.indexOf(status)));
  return {
    status: HEALTH[worst]!,
    totalDuration: timeSpan(performance.now() - begin),
    entries: Object.fromEntries(results),
  };
}

async function runOne(check: HealthCheck, limitMs: number, onFault: (fault: unknown) => void): Promise<Finding> {
  const limit = AbortSignal.timeout(limitMs);
  const late = new Promise<Finding>((resolve) => {
    const description = `${check.failure} There was no answer within ${limitMs / 1000} s.`;
    limit.addEventListener('abort', () => resolve({ status: 'Unhealthy', description }));
  });
  const found = check.run(limit).catch((fault: unknown): Finding => {
    onFault(fault);
    return { status: 'Unhealthy', description: check.failure };
  });
  return Promise.race([found, late]);
}

/** Milliseconds as `hh:mm:ss.fffffff`. */
export function timeSpan(milliseconds: number): string {
  const ticks = Math.round(milliseconds * 10_000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const seconds = ticks / 10_000_000;
  const time = `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${time}.${String(ticks % 10_000_000).padStart(7, '0')}`;
}
