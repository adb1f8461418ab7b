import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { i18n } from './i18n.ts';

type TransProps = {
  /** In English, with numbered tags: `Open <0>the map</0>`. */
  readonly id: string;
  readonly values?: Readonly<Record<string, ReactNode>>;
  /** By the numbers of the tags. */
  readonly components?: Readonly<Record<number, ReactElement>>;
};

const TAG = /<(\d+)>(.*?)<\/\1>|<(\d+)\/>/su;

/** A text with links or emphasis in it. */
export function Trans({ id, values = {}, components = {} }: TransProps) {
  const elements = new Map<number, ReactElement>(Object.entries(components).map(([key, it]) => [Number(key), it]));
  // Numbers choose plurals. All else is put in as an element: names can hold what looks like a tag.
  const written = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number') return [name, value];
    const key = elements.size;
    elements.set(key, <>{value}</>);
    return [name, `<${key}/>`];
  });
  return <>{filled(i18n.t(id, Object.fromEntries(written)), elements)}</>;
}

function filled(text: string, elements: ReadonlyMap<number, ReactElement>): ReactNode {
  const tag = TAG.exec(text);
  if (tag === null) return text;
  const [whole, pair, inner, single] = tag;
  const element = elements.get(Number(pair ?? single));
  const content = inner === undefined ? undefined : filled(inner, elements);
  return (
    <>
      {text.slice(0, tag.index)}
      {element === undefined ? (
        <Fragment>{content}</Fragment>
      ) : content === undefined ? (
        element
      ) : (
        cloneElement(element, undefined, content)
      )}
      {filled(text.slice(tag.index + whole.length), elements)}
    </>
  );
}
