import { Button } from '@mantine/core';
import { useState, type Ref } from 'react';

/** Some screens full, and as many again whenever the end comes near. */
const STEP = 60;
const NEAR = '1200px';

/** How many things of a long list are made: thousands of cards at once would hold the page for seconds. */
export function useGrowing(count: number): { readonly shown: number; readonly onMore: () => void } {
  const [most, setMost] = useState(STEP);
  return { shown: Math.min(count, most), onMore: () => setMost((old) => old + STEP) };
}

type GrowingEndProps = { readonly shown: number; readonly label: string; readonly onMore: () => void };

/** The end of what is made so far, while there is more: it asks for that when it comes near the window, or when it is pressed. */
export const GrowingEnd = (props: GrowingEndProps) => <End key={props.shown} {...props} />;

function End({ label, onMore }: GrowingEndProps) {
  const watch: Ref<HTMLButtonElement> = (element) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
  return (
    <Button ref={watch} variant="default" className="al-start" onClick={onMore}>
      {label}
    </Button>
  );
}
