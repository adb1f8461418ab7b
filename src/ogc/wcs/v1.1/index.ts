export { getCapabilities } from './capabilities.ts';
export { describeCoverage } from './describe.ts';
export { getCoverage } from './get-coverage.ts';
