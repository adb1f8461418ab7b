import { useLoaded } from '../parts/use-loaded.ts';
import type { ComponentProps } from 'react';
import type { FilterBar } from './filter-bar.tsx';

const loadBar = () => import('./filter-bar.tsx');

/** The filter, in a file of its own: the files are there sooner without it. */
export function FilterRow(props: ComponentProps<typeof FilterBar>) {
  const Bar = useLoaded(loadBar)?.FilterBar;
  return <div className="al-chips-row">{Bar !== undefined && <Bar {...props} />}</div>;
}
