import { useId } from 'react';
import type { ColourMap } from '../../../api/rasters.ts';
import { colourName } from './colour-names.ts';
import { Ramp } from './ramp.tsx';
import { i18n } from '../../../languages/i18n.ts';

type ColourChoiceProps = {
  readonly maps: readonly ColourMap[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
};

/** Colour maps, each with its picture. */
export function ColourChoice({ maps, chosen, onChoose }: ColourChoiceProps) {
  const group = useId();
  return (
    <fieldset className="al-colour-maps">
      <legend>{i18n.t('Colour map')}</legend>
      <div>
        {maps.map(({ name, colours, classes }) => (
          <label key={name}>
            <input type="radio" name={group} checked={name === chosen} onChange={() => onChoose(name)} />
            <Ramp colours={colours} isStepped={classes} />
            <span>{colourName(name)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
