import { useNavigate, useSearch } from '@tanstack/react-router';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { parsePlace } from '../../map/pin/asked-place.ts';
import { PlacePin } from '../../map/pin/place-pin.tsx';

/** The place that the address asks for, with a pin. */
export default function PlaceOfAddress({ map }: { readonly map: MapLibreMap }) {
  const place = parsePlace(useSearch({ from: '/r/$org/$ds' }).at);
  const navigate = useNavigate({ from: '/r/$org/$ds' });
  if (place === null) return null;
  const remove = (): void =>
    void navigate({
      search: (old) => ({ ...old, at: undefined }),
      hash: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  return <PlacePin map={map} place={place} onClose={remove} />;
}
