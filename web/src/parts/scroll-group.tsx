import type { HTMLAttributes, PropsWithChildren, Ref } from 'react';

type ScrollGroupProps = PropsWithChildren<{
  /** What screen readers call it. */
  readonly label: string;
  readonly className: string;
  readonly ref?: Ref<HTMLDivElement>;
}>;

/** In the tab order, though nothing happens on a click: who has no mouse scrolls it with the arrow keys. */
const scrolledByKeys: HTMLAttributes<HTMLElement> = { tabIndex: 0 };

/** A part of the page that scrolls by itself, and so must take the keyboard. */
export const ScrollGroup = ({ label, className, ref, children }: ScrollGroupProps) => (
  <div ref={ref} className={className} role="group" aria-label={label} {...scrolledByKeys}>
    {children}
  </div>
);
