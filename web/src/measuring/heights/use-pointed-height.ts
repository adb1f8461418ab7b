import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Position } from '../model/measurement.ts';
import type { HeightPort } from './height-port.ts';

/** A pause of the pointer after which the height below it is asked for. */
const PAUSE_MS = 150;

/** The height below the pointer. Undefined while it is not known; null where the file has none. */
export function usePointedHeight(
  port: HeightPort,
  surface: string | null,
  at: Position | null,
): number | null | undefined {
  const text = surface === null || at === null ? '' : JSON.stringify([surface, at]);
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['pointed-height', asked],
    queryFn:
      asked === '' ? skipToken : ({ signal }) => port.heightAt(...(JSON.parse(asked) as [string, Position]), signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return asked === text && asked !== '' ? data : undefined;
}
