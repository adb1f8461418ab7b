import { resultsOf } from '../../kinds/index.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { resultRows } from './result-rows.ts';

type TaskResultProps = { readonly toolId: string; readonly facts: Readonly<Record<string, unknown>> };

/** What a tool found out, for people: as the kind of the tool shows it, or figures with their units. */
export function TaskResult({ toolId, facts }: TaskResultProps) {
  const results = resultsOf(toolId);
  if (results !== undefined) return <results.View opened toolId={toolId} facts={facts} />;
  return <FactList facts={resultRows(toolId, facts)} />;
}
