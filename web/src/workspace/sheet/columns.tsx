import { type ReactNode, useState } from 'react';
import { Sheet } from './sheet.tsx';
import type { Stop } from './stops.ts';
import { useIsPhone } from './use-is-phone.ts';
import { i18n } from '../../languages/i18n.ts';

type ColumnsProps = {
  readonly panel: ReactNode;
  /** What stands below the map, and the row that opens it. */
  readonly drawer: { readonly title: string; readonly content: ReactNode } | null;
  readonly drawerBar: ReactNode;
  readonly inspector: { readonly title: string; readonly content: ReactNode } | null;
  /** Something is drawn on the map: a sheet makes room for it. */
  readonly isDrawing: boolean;
  /** The map. */
  readonly children: ReactNode;
};

/** The map with its panels beside it; on a phone the panels are one sheet, which has one of them at a time. */
export function Columns({ panel, drawer, drawerBar, inspector, isDrawing, children }: ColumnsProps) {
  const isPhone = useIsPhone();
  const [stop, setStop] = useState<Stop>(drawer === null ? 'down' : 'half');
  const [wasDrawing, setWasDrawing] = useState(isDrawing);
  if (isDrawing !== wasDrawing) {
    setWasDrawing(isDrawing);
    if (isDrawing) setStop('down');
  }
  const inSheet = drawer ?? inspector ?? { title: i18n.t('Layers and folders'), content: panel };
  return (
    <div className="al-workspace-frame" data-phone={isPhone} data-sheet={isPhone ? stop : undefined}>
      <div className="al-workspace">
        {!isPhone && panel}
        <div className="al-workspace-main">
          {children}
          {/* The measuring tools put the profile of a line here. */}
          <div className="al-below-map" />
          {!isPhone && drawer?.content}
          {!isPhone && drawerBar}
        </div>
        {!isPhone && inspector?.content}
        {isPhone && (
          <Sheet title={inSheet.title} stop={stop} onStop={setStop}>
            {inSheet.content}
          </Sheet>
        )}
      </div>
    </div>
  );
}
