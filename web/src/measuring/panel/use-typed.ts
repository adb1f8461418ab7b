import { type ChangeEvent, type KeyboardEvent, useState } from 'react';

/** What a text field takes: it is changed when the field is left, not with each letter. */
export function useTyped(value: string, onChange: (typed: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = (): void => {
    setTyped(null);
    if (typed !== null && typed.trim() !== value) onChange(typed.trim());
  };
  return {
    value: typed ?? value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void => setTyped(event.currentTarget.value),
    onBlur: finish,
    onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
      if (event.key === 'Enter' && event.currentTarget instanceof HTMLInputElement) finish();
      if (event.key === 'Escape') setTyped(null);
    },
  };
}
