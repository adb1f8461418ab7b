export { createOutboundClient, type OutboundAnswer, type OutboundClient, type OutboundRequest } from './client.ts';
export { checkTarget, systemResolve, type Resolve } from './guarded-lookup.ts';
export { OutboundError, type OutboundFault } from './outbound-error.ts';
export { createTargetPolicy, type TargetPolicy } from './target-policy.ts';
export { wholeBody } from './watched-body.ts';
