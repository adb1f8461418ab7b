import { NativeSelect } from '@mantine/core';
import { formatAmount } from '../../format/value.ts';
import type { ShownLayer } from '../core/scene-snapshot.ts';
import { type ChosenHeights, withHeights } from '../heights/chosen-heights.ts';
import { HEIGHT_REFERENCES, type HeightReference, type LayerHeights } from '../heights/height-reference.ts';
import { i18n } from '../../languages/i18n.ts';

const NAMES: Readonly<Record<HeightReference, string>> = {
  sea: i18n.t('The sea'),
  ellipsoid: i18n.t('The ellipsoid'),
};

const NOTHING_KNOWN: LayerHeights = { told: ['unknown'], used: ['unknown'], raised: 0, hasFailed: false };

type HeightChoiceProps = {
  readonly shown: ShownLayer;
  readonly chosen: ChosenHeights;
  readonly onChosen: (chosen: ChosenHeights) => void;
};

/** What the heights of a layer are above, as its files say or as somebody chooses. */
export function HeightChoice({ shown, chosen, onChosen }: HeightChoiceProps) {
  const { path } = shown;
  // While a scene begins anew with a choice, that stays where it is.
  const heights = shown.heights ?? (chosen.has(path) ? NOTHING_KNOWN : null);
  if (heights === null) return null;
  return (
    <NativeSelect
      label={i18n.t('Heights are above')}
      description={movedText(heights)}
      value={chosen.get(path) ?? ''}
      data={[
        { value: '', label: toldText(heights) },
        ...HEIGHT_REFERENCES.map((reference) => ({ value: reference, label: NAMES[reference] })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChosen(withHeights(chosen, path, HEIGHT_REFERENCES.find((one) => one === value) ?? null))
      }
    />
  );
}

function toldText({ told }: LayerHeights): string {
  if (told.length > 1) return i18n.t('As each file says');
  if (told[0] === 'unknown') return i18n.t('Unknown: shown as they are');
  return told[0] === 'sea' ? i18n.t('The sea, as the file says') : i18n.t('The ellipsoid, as the file says');
}

function movedText({ raised, hasFailed }: LayerHeights): string {
  if (hasFailed) return i18n.t('The height of the sea could not be asked for. Load the page again.');
  const metres = formatAmount(Math.abs(raised), 1);
  if (raised > 0) return i18n.t('Raised by {metres} m to the other heights of the scene.', { metres });
  if (raised < 0) return i18n.t('Lowered by {metres} m to the other heights of the scene.', { metres });
  return i18n.t('The sea lies up to 100 m above or below the ellipsoid, which satellites measure from.');
}
