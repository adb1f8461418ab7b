import { Alert, Button, Text } from '@mantine/core';
import { formatIsoDateTime } from '../../format/time.ts';
import { plain } from '../../format/plain.ts';
import type { Decision, MeasurementStore } from '../keeping/measurement-store.ts';
import type { Conflict } from '../keeping/merge.ts';
import { headlineOf } from '../model/figures.ts';
import { type Feature, measurementOf } from '../model/measurement.ts';
import type { UnitSystem } from '../model/units.ts';
import { i18n } from '../../languages/i18n.ts';

type ConflictCardsProps = {
  readonly conflicts: readonly Conflict[];
  readonly store: MeasurementStore;
  readonly units: UnitSystem;
};

/** Measurements that two people changed: both versions, and what to keep. Nothing is saved before. */
export const ConflictCards = ({ conflicts, store, units }: ConflictCardsProps) => (
  <>
    {conflicts.map((conflict) => {
      const { id, mine, theirs } = conflict;
      const decide = (decision: Decision) => () => store.decide(conflict, decision);
      return (
        <Alert key={id} color="red" role="alert" title={i18n.t('Somebody else changed the same measurement')}>
          <Version title={i18n.t('Yours')} feature={mine} units={units} />
          <Version title={i18n.t('Theirs')} feature={theirs} units={units} />
          <div className="al-measuring-buttons">
            <Button size="xs" variant="default" onClick={decide('mine')}>
              {i18n.t('Keep yours')}
            </Button>
            <Button size="xs" variant="default" onClick={decide('theirs')}>
              {i18n.t('Keep theirs')}
            </Button>
            {mine !== null && theirs !== null && (
              <Button size="xs" variant="default" onClick={decide('both')}>
                {i18n.t('Keep both')}
              </Button>
            )}
          </div>
        </Alert>
      );
    })}
  </>
);

type VersionProps = { readonly title: string; readonly feature: Feature | null; readonly units: UnitSystem };

function Version({ title, feature, units }: VersionProps) {
  if (feature === null) return <Text size="sm">{i18n.t('{title}: deleted', { title })}</Text>;
  const { name, createdBy, createdAt, modifiedBy, modifiedAt } = measurementOf(feature);
  const who = modifiedBy ?? createdBy;
  const when = modifiedAt ?? createdAt;
  return (
    <Text size="sm">
      {title}:{' '}
      {[plain(name), headlineOf(feature, units), who && plain(who), when && formatIsoDateTime(when)]
        .filter((part) => part !== null && part !== '')
        .join(', ')}
    </Text>
  );
}
