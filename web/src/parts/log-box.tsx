import '../styles/build-state.css';
import { useEffect, useRef } from 'react';
import { i18n } from '../languages/i18n.ts';

/** Nearer to the end than about a line is at the end. */
const LINE_PX = 24;

/** Lines of a log, which may grow: a field that keys can go to and scroll, and of which all is chosen at once. */
export function LogBox({ text }: { readonly text: string }) {
  const box = useRef<HTMLTextAreaElement>(null);
  // The newest line is in sight, unless the person has scrolled up to read.
  const atEnd = useRef(true);
  useEffect(() => {
    if (box.current !== null && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    <textarea
      ref={box}
      readOnly
      rows={10}
      value={text === '' ? 'Nothing has been written yet.' : text}
      aria-label={i18n.t('Lines of the log')}
      className="al-log"
      onScroll={({ currentTarget: it }) => {
        atEnd.current = it.scrollHeight - it.scrollTop - it.clientHeight < LINE_PX;
      }}
    />
  );
}
