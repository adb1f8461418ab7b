import { Paper, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

type SectionProps = {
  readonly title: string;
  readonly detail?: ReactNode;
  /** What can be done with the section as a whole; stands beside its title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** One subject of a page: a heading, what it is about, and its content. */
export function Section({ title, detail, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={id}>
      <Stack>
        <div className="al-section-head">
          <div>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {detail !== undefined && (
              <Text c="dimmed" size="sm" mt={2} component="div" maw="65ch">
                {detail}
              </Text>
            )}
          </div>
          {actions}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
