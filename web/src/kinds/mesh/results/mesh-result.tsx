import { FactList } from '../../../parts/fact-list.tsx';
import { resultRows } from '../../../tasks/result/result-rows.ts';
import type { ToolResultProps } from '../../kind.ts';
import { meshToolFacts, toldFacts } from './mesh-facts.ts';

/** What tools of models found out. */
export const MeshResult = ({ toolId, facts }: ToolResultProps) => (
  <FactList facts={resultRows(toolId, toldFacts(facts), meshToolFacts(facts))} />
);
