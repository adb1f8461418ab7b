import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Breadcrumbs, type Step } from './breadcrumbs.tsx';
import { plain } from '../format/plain.ts';

type PageHeadProps = {
  readonly steps?: readonly Step[];
  readonly title: string;
  readonly detail?: ReactNode;
  /** The page's main actions. */
  readonly children?: ReactNode;
};

export const PageHead = ({ steps = [], title, detail, children }: PageHeadProps) => (
  <div className="al-head">
    <div className="al-head-text">
      {steps.length > 0 && <Breadcrumbs steps={steps} />}
      <Title order={1} size="h2" className="al-break">
        <bdi>{plain(title)}</bdi>
      </Title>
      {detail !== undefined && (
        <Text c="dimmed" component="div">
          {detail}
        </Text>
      )}
    </div>
    {children !== undefined && <div className="al-head-actions">{children}</div>}
  </div>
);
