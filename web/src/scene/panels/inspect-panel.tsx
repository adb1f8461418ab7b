import { Button, Skeleton } from '@mantine/core';
import { Problem } from '../../parts/problem.tsx';
import { ValueList } from './value-list.tsx';
import type { Inspection } from './use-inspection.ts';

/** All values of the point that was chosen. */
export function InspectPanel({ inspection: { values, error, show } }: { readonly inspection: Inspection }) {
  return (
    <>
      {error !== null && <Problem title="The values could not be read" error={error} />}
      {error === null && values === null && <Skeleton height={120} />}
      {values !== null && <ValueList values={values} />}
      <Button variant="default" className="al-start" onClick={() => show(null)}>
        Close
      </Button>
    </>
  );
}
