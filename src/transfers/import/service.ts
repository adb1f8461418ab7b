import { recordAudit, type Actor } from '../../audit/index.ts';
import { fail } from '../../errors/index.ts';
import { createSealer, type Operation, type OperationContext, type Operations, type Sealer } from '../../jobs/index.ts';
import type { Settings } from '../../settings/index.ts';
import {
  checkTarget,
  createOutboundClient,
  createTargetPolicy,
  OutboundError,
  RETRY_LIMITS,
  type OutboundClient,
  type Resolve,
  type RetryLimits,
  type TargetPolicy,
} from '../outbound/index.ts';
import { checkToken, createPeer, signIn } from '../peer/index.ts';
import { createReport, PHASE, type ImportReport } from './report.ts';
import type { ImportRequest } from './request.ts';
import { runImport, type ImportInput, type ImportModules } from './run.ts';
import { findAdministrator } from './store.ts';

/** Tool ids of the jobs. */
export const DATASET_IMPORT = 'import-dataset';
export const ORGANIZATION_IMPORT = 'import-organization';

/** Imports from other instances of this service. */
export interface Imports {
  /**
   * Signs in to the source and starts the import as a job.
   *
   * @returns id of the job. @throws `invalid-input` when the source is an address that is not asked
   */
  start(request: ImportRequest, actor: Actor, signal: AbortSignal): Promise<string>;
  /** Waits for the end. @throws when the job failed or was removed; the signal's reason */
  finish(jobId: string, signal: AbortSignal): Promise<ImportReport>;
  /** What the worker of operations runs, by tool id. */
  readonly operations: Readonly<Record<string, Operation>>;
}

export interface ImportDependencies extends ImportModules {
  readonly operations: Operations;
  readonly settings: Pick<Settings, 'import' | 'externalUrl'>;
  /** The service's secret. */
  readonly secret: string;
  /** For tests: names of hosts to addresses. */
  readonly resolve?: Resolve;
  readonly retry?: RetryLimits;
}

/** What the sign-in at the source came to; neither where nobody signs in. */
type Access = Pick<ImportInput, 'secret' | 'refusal'>;

/** A sign-in is one short question. */
const SIGN_IN_TIMEOUT_MS = 60_000;

export function createImports(dependencies: ImportDependencies): Imports {
  const { operations } = dependencies;
  const tools = createTools(dependencies);
  const run: Operation = (context) => runOperation(tools, context);
  return {
    start: (request, actor, signal) => startImport(tools, request, actor, signal),

    async finish(jobId, signal) {
      const { state, result, error } = await operations.wait(jobId, signal);
      if (state === 'Succeeded') return result as ImportReport;
      throw fail('internal', error ?? 'The import was cancelled.');
    },

    operations: { [DATASET_IMPORT]: run, [ORGANIZATION_IMPORT]: run },
  };
}

/** What every import uses. */
interface Tools extends ImportDependencies {
  readonly retry: RetryLimits;
  readonly policy: TargetPolicy;
  readonly sealer: Sealer;
  openClient(): OutboundClient;
}

function createTools(dependencies: ImportDependencies): Tools {
  const { settings, resolve, retry = RETRY_LIMITS } = dependencies;
  const limits = settings.import;
  const ownHost = settings.externalUrl === undefined ? undefined : new URL(settings.externalUrl).hostname;
  const policy = createTargetPolicy(limits.allowedHosts, ownHost);
  const clientOptions = {
    policy,
    maxRedirects: limits.maxRedirects,
    idleMs: limits.idleTimeoutSeconds * 1000,
    // One more for lists.
    connections: limits.parallelFiles + 1,
    ...(resolve ? { resolve } : {}),
  };
  const openClient = (): OutboundClient => createOutboundClient(clientOptions);
  return { ...dependencies, retry, policy, sealer: createSealer(dependencies.secret), openClient };
}

async function startImport(tools: Tools, request: ImportRequest, actor: Actor, signal: AbortSignal): Promise<string> {
  const { source, sourceOrganization, sourceDataset, destinationOrganization, destinationDataset, mode } = request;
  const access = await obtainToken(tools, request, signal);
  const input: ImportInput = {
    source: source.origin,
    sourceOrganization,
    sourceDataset,
    destinationOrganization,
    destinationDataset,
    mode,
    actor,
    requestedAt: Math.floor(Date.now() / 1000),
    ...access,
  };
  const tool = sourceDataset === undefined ? ORGANIZATION_IMPORT : DATASET_IMPORT;
  return tools.db.transaction().execute(async (transaction) => {
    const subject = [destinationOrganization, destinationDataset].filter(Boolean).join('/');
    const details = { source: source.origin, sourceOrganization, sourceDataset, mode };
    await recordAudit(transaction, { actor, action: 'system.import', subject, details });
    return tools.operations.start(transaction, tool, input, actor.id ?? null);
  });
}

/** Signs in where a name and a password are given. They are used here and kept nowhere. */
async function obtainToken(
  { openClient, policy, sealer }: Tools,
  { credentials, source }: ImportRequest,
  signal: AbortSignal,
): Promise<Access> {
  const seal = (token: string): Access => ({ secret: sealer.seal(token, source.origin) });
  const client = openClient();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS)]);
  try {
    checkTarget(source, policy);
    if (credentials === undefined) return {};
    if (!('token' in credentials)) return seal(await signIn(client, source, credentials, limit));
    await checkToken(client, source, credentials.token, limit);
    return seal(credentials.token);
  } catch (cause) {
    const isRefused = cause instanceof OutboundError && cause.fault === 'refused';
    if (isRefused) throw fail('invalid-input', `sourceRegistryUrl: ${cause.message}`, cause);
    if (signal.aborted || !(cause instanceof OutboundError || limit.aborted)) throw cause;
    return { refusal: `Signing in to ${source.host} failed. ${(cause as Error).message}` };
  } finally {
    client.close();
  }
}

async function runOperation(
  tools: Tools,
  { input: json, userId, signal, report: tell }: OperationContext,
): Promise<ImportReport> {
  const input = json as ImportInput;
  const report = createReport(input.sourceOrganization);
  const caller = userId === null ? undefined : await findAdministrator(tools.db, userId);
  if (caller === undefined) throw fail('forbidden', 'Who asked for this import is no administrator any more.');
  const bearer = input.secret === undefined ? undefined : tools.sealer.open(input.secret, input.source);
  const lost = input.secret !== undefined && bearer === undefined;
  const refusal = lost ? 'The secret of this service was changed meanwhile; ask for the import again.' : input.refusal;
  if (refusal !== undefined) {
    report.error(input.sourceDataset ?? null, PHASE.authentication, refusal);
    return report.finish();
  }
  const client = tools.openClient();
  try {
    const peer = createPeer(client, new URL(input.source), bearer);
    await runImport(tools, { input, caller, peer, report, tell, signal });
  } finally {
    client.close();
  }
  return report.finish();
}
