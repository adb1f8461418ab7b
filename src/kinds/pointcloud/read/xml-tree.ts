import { OperationRefusal } from '../../../engine/for-children.ts';

/** An element with the text directly in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface Draft extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: Draft[];
  text: string;
}

/** A survey of some hundred scans has some thousand elements, six deep. */
const MAX_ELEMENTS = 100_000;
const MAX_DEPTH = 64;
/** One attribute where the last one ended. It is not searched for: that would take the square of the length of a word. */
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
/** The predefined entities; there are no others without a DOCTYPE. */
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const damaged = (): OperationRefusal => new OperationRefusal('Its XML section is damaged.');
const draft = (name: string): Draft => ({ name, attributes: new Map(), children: [], text: '' });
const decode = (text: string): string => text.replace(/&(lt|gt|amp|quot|apos);/g, (all, name) => ENTITIES[name] ?? all);

/**
 * The tree of a small XML text from a stranger: no DOCTYPE, no entities but the predefined ones, no namespaces. It takes time in
 * proportion to the length. It does not use `saxes`, because it also reads words, attributes and entities that are wrong: there
 * `saxes` makes an error of each, which takes 11 s for 8 MB of them.
 *
 * @throws OperationRefusal for a text without a tree, or one that is too deep
 */
export function parseXml(xml: string): XmlElement {
  const top = draft('');
  const open: Draft[] = [top];
  let count = 0;
  for (let at = 0; at < xml.length;) {
    const inside = open.at(-1) ?? top;
    const next = xml.indexOf('<', at);
    inside.text += decode(xml.slice(at, next < 0 ? xml.length : next));
    if (next < 0) break;
    const { end, kind } = markup(xml, next);
    if (kind === 'text') inside.text += xml.slice(next + '<![CDATA['.length, end - ']]>'.length);
    else if (kind === 'close') closeElement(open, xml.slice(next + 2, end - 1).trim());
    else if (kind === 'open') {
      count += 1;
      if (open.length > MAX_DEPTH) throw new OperationRefusal('Its XML section is too deep.');
      if (count > MAX_ELEMENTS)
        throw new OperationRefusal('Its XML section has more elements than are looked at.', 'too-large');
      const selfClosing = xml[end - 2] === '/';
      const element = startElement(xml.slice(next + 1, end - (selfClosing ? 2 : 1)));
      inside.children.push(element);
      if (!selfClosing) open.push(element);
    }
    at = end;
  }
  const [root] = top.children;
  if (open.length !== 1 || root === undefined) throw damaged();
  return root;
}

type Markup = 'open' | 'close' | 'text' | 'other';

function markup(xml: string, at: number): { readonly end: number; readonly kind: Markup } {
  const through = (mark: string, kind: Markup): { end: number; kind: Markup } => {
    const end = xml.indexOf(mark, at);
    if (end < 0) throw damaged();
    return { end: end + mark.length, kind };
  };
  if (xml.startsWith('<![CDATA[', at)) return through(']]>', 'text');
  if (xml.startsWith('<!--', at)) return through('-->', 'other');
  if (xml.startsWith('<!', at))
    throw new OperationRefusal('Its XML section declares a document type, which is not read.');
  if (xml.startsWith('<?', at)) return through('?>', 'other');
  return through('>', xml.startsWith('</', at) ? 'close' : 'open');
}

function startElement(tag: string): Draft {
  const name = /^[\w:.-]+/.exec(tag)?.[0];
  if (name === undefined) throw damaged();
  const element = draft(name);
  ATTRIBUTE.lastIndex = name.length;
  for (let found = ATTRIBUTE.exec(tag); found !== null; found = ATTRIBUTE.exec(tag)) {
    const [, key = '', double, single] = found;
    element.attributes.set(key, decode(double ?? single ?? ''));
  }
  return element;
}

function closeElement(open: Draft[], name: string): void {
  if (open.length < 2 || open.at(-1)?.name !== name) throw damaged();
  open.pop();
}
