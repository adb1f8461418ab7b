import { Alert, Button, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { keys } from '../../api/keys.ts';
import { setEntryValue } from '../../api/metadata.ts';
import { Problem } from '../../parts/problem.tsx';
import type { LookProps } from '../map-kind.ts';
import { ColouringFields } from './colouring-fields.tsx';
import { attributesQuery } from './attributes.ts';
import { lookOfLayer } from './look/look-of-layer.ts';
import { STYLE_KEY, storedStyle } from './look/stored-style.ts';
import { formatLook, USUAL_LOOK, type VectorLook } from './look/vector-look.ts';
import { SizeFields } from './size-fields.tsx';
import { i18n } from '../../languages/i18n.ts';

/** How a vector layer is drawn: colours, sizes, labels. */
export function VectorLookPanel({ datasetRef, layer, look: text, onLook, mayWrite }: LookProps) {
  const { entry, savedLook = '' } = layer;
  const queries = useQueryClient();
  const attributes = useQuery(attributesQuery(datasetRef, entry));
  const { look, isUnknown } = lookOfLayer(layer, text);
  const usual = savedLook === '' ? formatLook(USUAL_LOOK) : savedLook;
  const setLook = (change: Partial<VectorLook>): void => {
    const next = formatLook({ ...look, ...change });
    onLook(next === usual ? '' : next);
  };
  const save = useMutation({
    mutationFn: (path: string) => setEntryValue(datasetRef, path, STYLE_KEY, storedStyle(look)),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.entries(datasetRef) }),
  });
  const names = attributes.data?.map(({ name }) => name) ?? [];
  return (
    <Stack gap="md">
      {isUnknown && (
        <Alert color="orange" variant="light" title={i18n.t('The style in the address is not known')}>
          {i18n.t('The usual style is shown.')}
        </Alert>
      )}
      {attributes.error !== null && (
        <Problem
          title={i18n.t('The attributes could not be read')}
          error={attributes.error}
          onRetry={() => void attributes.refetch()}
        />
      )}
      <ColouringFields
        datasetRef={datasetRef}
        entry={entry}
        attributes={attributes.data ?? []}
        colouring={look.colouring}
        onColouring={(colouring) => setLook({ colouring })}
      />
      <SizeFields look={look} onLook={setLook} />
      <Select
        label={i18n.t('Label')}
        placeholder={i18n.t('None')}
        data={look.label === '' || names.includes(look.label) ? names : [look.label, ...names]}
        value={look.label === '' ? null : look.label}
        clearable
        clearButtonProps={{ 'aria-label': i18n.t('No label') }}
        onChange={(label) => setLook({ label: label ?? '' })}
      />
      {mayWrite && entry !== null && (
        <>
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={18} aria-hidden />}
            loading={save.isPending}
            disabled={formatLook(look) === usual}
            onClick={() => save.mutate(entry.path)}
          >
            {i18n.t('Save as default style')}
          </Button>
          {save.isSuccess && (
            <Text size="sm" role="status">
              {i18n.t('Saved. Everybody sees this style.')}
            </Text>
          )}
          {save.error !== null && <Problem title={i18n.t('The style was not saved')} error={save.error} />}
        </>
      )}
    </Stack>
  );
}
