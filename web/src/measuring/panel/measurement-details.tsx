import { Button, Loader, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { IconFocusCentered, IconTrash } from '@tabler/icons-react';
import { formatIsoDateTime } from '../../format/time.ts';
import { plain } from '../../format/plain.ts';
import { Problem } from '../../parts/problem.tsx';
import type { Asked } from '../heights/use-heights.ts';
import { figuresOf } from '../model/figures.ts';
import { COLOURS, type Feature, type Measurement, measurementOf } from '../model/measurement.ts';
import type { UnitSystem } from '../model/units.ts';
import { FigureList } from './figure-list.tsx';
import { useTyped } from './use-typed.ts';
import { VolumeFields, type VolumeFieldsProps } from './volume-fields.tsx';
import { i18n } from '../../languages/i18n.ts';

export type MeasurementDetailsProps = Pick<VolumeFieldsProps, 'tools'> & {
  readonly feature: Feature;
  readonly units: UnitSystem;
  readonly asked: Asked | undefined;
  /** The text of a new note is typed at once. */
  readonly isNew: boolean;
  /** Changes properties; undefined takes one away. */
  readonly onChange: (feature: Feature, properties: Readonly<Record<string, unknown>>) => void;
  readonly onMeasure: (feature: Feature) => void;
  readonly onZoom: (feature: Feature) => void;
  readonly onDelete: (feature: Feature) => void;
  /** Undefined where nothing has heights. */
  readonly onProfile: ((feature: Feature) => void) | undefined;
};

const MOST_NAME = 200;
const MOST_TEXT = 4000;

/** All of a measurement, and what can be done with it. */
export function MeasurementDetails(props: MeasurementDetailsProps) {
  const { feature, units, asked, isNew, onChange, onProfile } = props;
  const measurement = measurementOf(feature);
  const { tool, colour, surface } = measurement;
  const name = useTyped(measurement.name, (typed) => onChange(feature, { name: typed }));
  const text = useTyped(measurement.text, (typed) => onChange(feature, { text: typed }));
  return (
    <div className="al-measuring-details">
      <FigureList figures={figuresOf(feature, measurement, units)} />
      {asked?.state === 'asking' && (
        <Text size="sm" role="status" className="al-measuring-asking">
          <Loader size={14} aria-hidden /> {i18n.t('Reading heights…')}
        </Text>
      )}
      {asked?.state === 'failed' && (
        <>
          <Problem title={i18n.t('The heights could not be read')} error={asked.error} />
          <Button size="xs" variant="default" onClick={() => props.onMeasure(feature)}>
            {i18n.t('Read again')}
          </Button>
        </>
      )}
      {tool === 'annotation' && (
        <Textarea
          label={i18n.t('Text')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MOST_TEXT}
          data-autofocus={isNew || undefined}
          ref={isNew ? focusOnce : undefined}
          {...text}
        />
      )}
      {tool === 'volume' && <VolumeFields {...props} measurement={measurement} />}
      {onProfile !== undefined && (tool === 'profile' || tool === 'distance') && (
        <Button size="xs" variant="default" onClick={() => onProfile(feature)}>
          {i18n.t('Show profile')}
        </Button>
      )}
      <TextInput label={i18n.t('Name')} maxLength={MOST_NAME} {...name} />
      <NativeSelect
        label={i18n.t('Colour')}
        value={colour}
        data={coloursWith(colour)}
        onChange={(event) => onChange(feature, { color: event.currentTarget.value })}
      />
      {surface !== null && (
        <Text size="sm" c="dimmed" className="al-break">
          {i18n.t('Heights of {surface}', { surface: plain(surface) })}
        </Text>
      )}
      <Made {...measurement} />
      <div className="al-measuring-buttons">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFocusCentered size={16} />}
          onClick={() => props.onZoom(feature)}
        >
          {i18n.t('Zoom to')}
        </Button>
        <Button
          size="xs"
          variant="default"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => props.onDelete(feature)}
        >
          {i18n.t('Delete')}
        </Button>
      </div>
    </div>
  );
}

const focusOnce = (field: HTMLTextAreaElement | null): void => {
  if (field !== null && !field.dataset['focused']) {
    field.dataset['focused'] = 'true';
    field.focus();
  }
};

/** A colour of another client is one of the choices as long as it is there. */
const coloursWith = (colour: string): { value: string; label: string }[] => [
  ...Object.entries(COLOURS).map(([value, label]) => ({ value, label })),
  ...(Object.hasOwn(COLOURS, colour) ? [] : [{ value: colour, label: colour }]),
];

function Made({ createdBy, createdAt, modifiedBy, modifiedAt }: Measurement) {
  return [measuredText(...read(createdBy, createdAt)), changedText(...read(modifiedBy, modifiedAt))].map(
    (text) =>
      text !== null && (
        <Text key={text} size="sm" c="dimmed">
          {text}
        </Text>
      ),
  );
}

const read = (who: string | null, when: string | null): [who: string | null, when: string | null] => [
  who === null ? null : plain(who),
  when === null ? null : formatIsoDateTime(when),
];

function measuredText(who: string | null, when: string | null): string | null {
  if (who !== null && when !== null) return i18n.t('Measured {when} by {who}', { when, who });
  if (when !== null) return i18n.t('Measured {when}', { when });
  return who === null ? null : i18n.t('Measured by {who}', { who });
}

function changedText(who: string | null, when: string | null): string | null {
  if (who !== null && when !== null) return i18n.t('Changed {when} by {who}', { when, who });
  if (when !== null) return i18n.t('Changed {when}', { when });
  return who === null ? null : i18n.t('Changed by {who}', { who });
}
