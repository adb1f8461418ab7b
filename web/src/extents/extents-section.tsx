import '../styles/extents.css';
import '../styles/home.css';
import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type Ref } from 'react';
import { extentsQuery } from '../api/extents.ts';
import type { Bounds } from '../map/footprint.ts';
import { formatPlace, type AskedPlace } from '../map/pin/asked-place.ts';
import { Problem } from '../parts/problem.tsx';
import { boundsOf, boundsOfAll, boundsOfPlace, isSeen, keyOf } from './extents.ts';
import { ExtentsList } from './extents-list.tsx';
import { i18n } from '../languages/i18n.ts';

const ExtentsMap = lazy(async () => ({ default: (await import('./extents-map.tsx')).ExtentsMap }));

type ExtentsSectionProps = {
  /** Only datasets of this organization; empty: of all. */
  readonly org: string;
  /** The dataset that is pointed at, here or elsewhere on the page, as `keyOf` tells it. */
  readonly marked: string | null;
  readonly onMark: (key: string | null) => void;
  /** A place that was looked for; absent: none. */
  readonly place?: AskedPlace | undefined;
  /** Takes its pin away. */
  readonly onLeavePlace?: (() => void) | undefined;
};

/** Where the datasets are: a map, and the names of those on it. Nothing where no dataset has a place. */
export function ExtentsSection({ org, marked, onMark, place, onLeavePlace }: ExtentsSectionProps) {
  const navigate = useNavigate();
  const extents = useQuery(extentsQuery(org));
  const [view, setView] = useState<Bounds | null>(null);
  const [isNear, setNear] = useState(false);
  const datasets = extents.data?.datasets ?? [];
  const of = place === undefined || extents.isPending ? null : boundsOfPlace(place);
  const bounds = boundsOfAll(datasets) ?? of;
  const section = useRef<HTMLElement>(null);
  const isThere = bounds !== null;
  const asked = place === undefined ? '' : formatPlace(place);
  // On a phone the map stands below the datasets.
  useEffect(() => {
    if (isThere && asked !== '') section.current?.scrollIntoView({ block: 'nearest' });
  }, [isThere, asked]);
  if (extents.error !== null)
    return (
      <Problem
        title={i18n.t('The map could not be read')}
        error={extents.error}
        onRetry={() => void extents.refetch()}
      />
    );
  if (bounds === null) return null;

  /** MapLibre is loaded when the map comes near the screen. */
  const watch: Ref<HTMLDivElement> = (element) => {
    if (element === null || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '100px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
  const open = (key: string): void => {
    const [slug = '', ds = ''] = key.split('/');
    void navigate({ to: '/r/$org/$ds', params: { org: slug, ds } });
  };
  const seen = datasets.filter((dataset) => view === null || isSeen(boundsOf(dataset), view));
  const pointed = datasets.find((dataset) => keyOf(dataset) === marked);
  return (
    <section ref={section} aria-labelledby="extents" className="al-home-section al-extents">
      <div className="al-home-head">
        <Title order={2} size="h3" id="extents">
          {i18n.t('On the map')}
        </Title>
        <Text size="sm" c="dimmed">
          {seen.length < datasets.length
            ? i18n.t('{count, plural, one {# dataset} other {# datasets}} in view', { count: seen.length })
            : i18n.t('{count, plural, one {# dataset} other {# datasets}}', { count: seen.length })}
        </Text>
      </div>
      <div className="al-extents-box">
        <div ref={watch} className="al-extents-frame">
          {isNear && (
            <Suspense fallback={<Skeleton height="100%" radius={0} />}>
              <ExtentsMap
                datasets={datasets}
                bounds={bounds}
                place={place}
                onLeavePlace={onLeavePlace}
                marked={marked}
                onMark={onMark}
                onOpen={open}
                onView={setView}
              />
            </Suspense>
          )}
          {pointed !== undefined && (
            <span className="al-extents-name" aria-hidden>
              <bdi>{pointed.dataset}</bdi>
            </span>
          )}
        </div>
        <ExtentsList datasets={seen} marked={marked} onMark={onMark} withOrganization={org === ''} />
      </div>
      {extents.data?.isPart === true && (
        <Text size="sm" c="dimmed">
          {i18n.t('There are more datasets than one map shows.')}
        </Text>
      )}
    </section>
  );
}
