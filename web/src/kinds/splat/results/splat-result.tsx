import { FactList } from '../../../parts/fact-list.tsx';
import { resultRows } from '../../../tasks/result/result-rows.ts';
import type { ToolResultProps } from '../../kind.ts';
import { SPLAT_TOOL_FACTS, toldFacts } from './splat-facts.ts';

/** Facts that the tools of Gaussian splats return. */
export const SplatResult = ({ toolId, facts }: ToolResultProps) => (
  <FactList facts={resultRows(toolId, toldFacts(facts), SPLAT_TOOL_FACTS)} />
);
