import type { PropsWithChildren, Ref } from 'react';

type ScrollGroupProps = PropsWithChildren<{
  /** What screen readers call it. */
  readonly label: string;
  readonly className: string;
  readonly ref?: Ref<HTMLDivElement>;
}>;

/** A part of the page that scrolls by itself, and so must take the keyboard. */
export const ScrollGroup = ({ label, className, ref, children }: ScrollGroupProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be scrollable by keyboard
  <div ref={ref} className={className} tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
);
