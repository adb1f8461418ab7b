import { FileButton, Button, Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';

/** Larger files hold no shape of the 10,000 positions that a tool takes. */
const MOST_BYTES = 5_000_000;

type ShapeInputProps = Omit<TextareaProps, 'onChange' | 'value'> & {
  /** GeoJSON. */
  readonly value: string;
  readonly onChange: (text: string) => void;
};

/** A line or an area as GeoJSON: pasted, or out of a file. */
export function ShapeInput({ value, onChange, error, ...input }: ShapeInputProps) {
  const [tooLarge, setTooLarge] = useState(false);
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) onChange(await file.text());
  };
  return (
    <>
      <Textarea
        {...input}
        rows={4}
        spellCheck={false}
        placeholder="GeoJSON in longitude and latitude"
        value={value}
        error={tooLarge ? 'The file has more than 5 MB. Use one with the shape alone.' : error}
        onChange={(event) => {
          setTooLarge(false);
          onChange(event.currentTarget.value);
        }}
      />
      <FileButton accept=".geojson,.json,application/geo+json,application/json" onChange={(file) => void read(file)}>
        {(button) => (
          <Button variant="default" {...button}>
            From a GeoJSON file
          </Button>
        )}
      </FileButton>
    </>
  );
}
