import '../styles/measuring.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../api/session.ts';
import { MeasuringFile } from './measuring-file.tsx';
import { USUAL_PATH } from './keeping/sidecar-paths.ts';
import type { MeasuringToolsProps } from './measuring-props.ts';

/** Measuring and annotating on a map. Lies over its nearest positioned ancestor, which is to be the frame of the map. */
export function MeasuringTools(props: MeasuringToolsProps) {
  const session = useQuery(sessionQuery);
  const [path, setPath] = useState(USUAL_PATH);
  if (session.isPending) return null;
  const person = session.data?.userName ?? null;
  // Another file is another list, with nothing chosen or drawn.
  return <MeasuringFile key={`${person ?? ''} ${path}`} {...props} path={path} person={person} onPath={setPath} />;
}
