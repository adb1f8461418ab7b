import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../api/answers.ts';
import { factGroups } from '../files/properties/entry-facts.ts';
import { detailsQuery } from '../kinds/index.ts';
import { FactList } from '../parts/fact-list.tsx';
import { Problem } from '../parts/problem.tsx';
import { i18n } from '../languages/i18n.ts';

/** What the file says of itself: camera, time, place. */
export function MediaFacts({ entry }: { readonly entry: Entry }) {
  const details = useQuery(detailsQuery);
  if (details.isPending) return <Skeleton className="al-lightbox-facts" />;
  if (details.error !== null) return <Problem title={i18n.t('The facts could not be read')} error={details.error} />;
  return (
    <section
      className="al-lightbox-facts"
      aria-label={i18n.t('Facts')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach it
      tabIndex={0}
    >
      {factGroups(entry, details.data).map(({ title, facts }) => (
        <section key={title}>
          <Text component="h3" fw={600}>
            {title}
          </Text>
          <FactList facts={facts} />
        </section>
      ))}
    </section>
  );
}
