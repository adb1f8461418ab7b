import { useState } from 'react';
import { datasetThumbAddress } from '../api/addresses.ts';
import type { Dataset } from '../api/answers.ts';
import { Contours } from '../parts/contours.tsx';

/** The dataset's own picture. Contour lines stand there until it has come, where it has none, and where it fails. */
export function DatasetCover({ org, dataset }: { readonly org: string; readonly dataset: Dataset }) {
  const [state, setState] = useState<'loading' | 'shown' | 'absent'>(dataset.hasThumbnail ? 'loading' : 'absent');
  return (
    <div className="al-card-picture" data-state={state}>
      {state !== 'shown' && <Contours />}
      {state !== 'absent' && (
        <img
          src={datasetThumbAddress({ org, ds: dataset.slug })}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => setState('shown')}
          onError={() => setState('absent')}
        />
      )}
    </div>
  );
}
