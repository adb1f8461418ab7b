import { ActionIcon, Button, Group, Popover, Radio, Stack, Text } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { Background } from '../../../api/session.ts';
import { type BackgroundChoice, mayBeShown, siteOf } from '../../../map/background-choice.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Value of the choice that is no background. */
const COAST_LINES = '';

/** Chooses what the map lies on. Nothing where the settings name no backgrounds. */
export function BackgroundButton({ backgrounds, shown, allowed, show, allow, withdraw }: BackgroundChoice) {
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState<Background | null>(null);
  if (backgrounds.length === 0) return null;
  const choose = (url: string): void => {
    const background = backgrounds.find((it) => it.url === url) ?? null;
    const isFree = background === null || mayBeShown(background, allowed);
    setAsked(isFree ? null : background);
    if (isFree) show(background);
  };
  const close = (): void => {
    setOpened(false);
    setAsked(null);
  };
  return (
    <Popover
      position="left-start"
      trapFocus
      returnFocus
      width={280}
      opened={opened}
      onChange={(next) => (next ? setOpened(true) : close())}
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={i18n.t('Background')}
          onClick={() => (opened ? close() : setOpened(true))}
        >
          <IconMap2 size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={i18n.t('Background')}>
        <Stack gap="sm">
          <Radio.Group label={i18n.t('Background')} value={asked?.url ?? shown?.url ?? COAST_LINES} onChange={choose}>
            <Stack gap={4} mt={4}>
              <Radio value={COAST_LINES} label={i18n.t('Coast lines')} />
              {backgrounds.map(({ name, url }) => (
                <Radio key={url} value={url} label={name} />
              ))}
            </Stack>
          </Radio.Group>
          {asked !== null && (
            <div role="status">
              <Text size="sm">{i18n.t('{site} sees which places you look at.', { site: siteOf(asked) })}</Text>
              <Group gap="xs" mt="xs">
                <Button
                  onClick={() => {
                    allow(asked);
                    // The button that has the focus goes away: the one that opened this gets it back.
                    close();
                  }}
                >
                  {i18n.t('Show')}
                </Button>
                <Button variant="default" onClick={close}>
                  {i18n.t('Cancel')}
                </Button>
              </Group>
            </div>
          )}
          {allowed.map((site) => (
            <Button
              key={site}
              variant="default"
              onClick={() => {
                withdraw(site);
                close();
              }}
            >
              {i18n.t('Stop using {site}', { site })}
            </Button>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
