import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment } from 'react';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

export type Step = {
  readonly name: string;
  /** Without it the step is plain text: anyone who looks at the page may not open what is above it. */
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
};

type BreadcrumbsProps = {
  readonly steps: readonly Step[];
  /** Default: “Breadcrumbs”. */
  readonly label?: string;
  /** The last step is the end of the way: no heading follows. */
  readonly isWhole?: boolean;
};

/** The way from the top to the page; the page itself is its heading and stands below. */
export const Breadcrumbs = ({ steps, label = i18n.t('Breadcrumbs'), isWhole }: BreadcrumbsProps) => (
  <nav aria-label={label} className="al-crumbs" data-whole={isWhole}>
    {steps.map(({ name, link }, index) => (
      <Fragment key={`${index}/${name}`}>
        {index > 0 && <span aria-hidden="true">/</span>}
        {link === undefined ? (
          <bdi>{plain(name)}</bdi>
        ) : (
          <Anchor size="sm" c="dimmed" renderRoot={(props) => <Link {...link} {...props} />}>
            <bdi>{plain(name)}</bdi>
          </Anchor>
        )}
      </Fragment>
    ))}
  </nav>
);
