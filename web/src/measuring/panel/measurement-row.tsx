import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { plain } from '../../format/plain.ts';
import { headlineOf } from '../model/figures.ts';
import { type Feature, measurementOf } from '../model/measurement.ts';
import { MeasurementDetails, type MeasurementDetailsProps } from './measurement-details.tsx';
import { i18n } from '../../languages/i18n.ts';

type MeasurementRowProps = MeasurementDetailsProps & {
  readonly isChosen: boolean;
  readonly onChoose: (id: string | null) => void;
};

/** A measurement of the list; the chosen one shows all of itself. */
export function MeasurementRow(props: MeasurementRowProps) {
  const { feature, units, isChosen, onChoose, onChange } = props;
  const { id, colour, hidden } = measurementOf(feature);
  const name = nameOf(feature);
  return (
    <li className="al-measuring-row" data-chosen={isChosen || undefined}>
      <div className="al-measuring-head">
        <UnstyledButton
          className="al-measuring-name"
          aria-expanded={isChosen}
          onClick={() => onChoose(isChosen ? null : id)}
        >
          <span className="al-measuring-swatch" style={{ background: colour }} aria-hidden />
          <span className="al-measuring-title">{name}</span>{' '}
          <span className="al-figures">{headlineOf(feature, units)}</span>
        </UnstyledButton>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={hidden ? i18n.t('Show {name}', { name }) : i18n.t('Hide {name}', { name })}
          onClick={() => onChange(feature, { hidden: hidden ? undefined : true })}
        >
          {hidden ? <IconEyeOff size={18} /> : <IconEye size={18} />}
        </ActionIcon>
      </div>
      {isChosen && <MeasurementDetails {...props} />}
    </li>
  );
}

/** What a measurement is called; those of other clients may have no name. */
function nameOf(feature: Feature): string {
  const { name, type } = measurementOf(feature);
  return plain(name === '' ? type || i18n.t('Measurement') : name);
}
