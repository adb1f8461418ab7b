export { createOutboundClient, type OutboundAnswer, type OutboundClient, type OutboundRequest } from './client.ts';
export { checkTarget, systemResolve, type Resolve } from './guarded-lookup.ts';
export { OutboundError, type OutboundFault } from './outbound-error.ts';
export { remoteFileOf, resumeHeaders, type RemoteFile, type Resume } from './remote-file.ts';
export { requireOk } from './require-ok.ts';
export { resumedBytes, StartOver, type ByteSource } from './resumed-bytes.ts';
export { createRetries, RETRY_LIMITS, type Retries, type RetryLimits } from './retries.ts';
export { createTargetPolicy, type TargetPolicy } from './target-policy.ts';
export { wholeBody } from './watched-body.ts';
