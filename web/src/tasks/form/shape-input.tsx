import { FileButton, Button, Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '../../api/parameter-schema.ts';
import { DrawingField, type Ground } from './drawing-field.tsx';
import { drawnOf, isInModel, shapeKindOf, textOfPositions } from './shape-text.ts';
import { i18n } from '../../languages/i18n.ts';

/** Larger files hold no shape of the 10,000 positions that a tool takes. */
const MOST_BYTES = 5_000_000;

type ShapeInputProps = Omit<TextareaProps, 'onChange' | 'value' | 'label'> & {
  readonly ground: Ground;
  readonly schema: Schema;
  readonly label: string;
  /** Positions, or GeoJSON. */
  readonly value: string;
  readonly onChange: (text: string) => void;
};

/** A line or an area: drawn, typed or pasted, or out of a file. */
export function ShapeInput({ ground, schema, label, value, onChange, error, ...input }: ShapeInputProps) {
  const [tooLarge, setTooLarge] = useState(false);
  const kind = shapeKindOf(schema);
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) onChange(await file.text());
  };
  const change = (text: string): void => {
    setTooLarge(false);
    onChange(text);
  };
  return (
    <div className="al-drawn-field">
      <Textarea
        {...input}
        label={label}
        rows={4}
        spellCheck={false}
        placeholder={hintOf(isInModel(schema), kind === 'line')}
        value={value}
        error={tooLarge ? i18n.t('The file has more than 5 MB. Use one with the shape alone.') : error}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {!isInModel(schema) && (
        <DrawingField
          {...{ ground, label, kind, ...drawnOf(kind, value) }}
          onChange={(positions) => change(textOfPositions(positions))}
        >
          <FileButton
            accept=".geojson,.json,application/geo+json,application/json"
            onChange={(file) => void read(file)}
          >
            {(button) => (
              <Button variant="default" {...button}>
                {i18n.t('From a GeoJSON file')}
              </Button>
            )}
          </FileButton>
        </DrawingField>
      )}
    </div>
  );
}

function hintOf(inModel: boolean, isLine: boolean): string {
  if (inModel)
    return isLine ? i18n.t('x, y: one point a line. Or GeoJSON.') : i18n.t('x, y: one corner a line. Or GeoJSON.');
  return isLine
    ? i18n.t('Longitude, latitude: one point a line. Or GeoJSON.')
    : i18n.t('Longitude, latitude: one corner a line. Or GeoJSON.');
}
