import { SaxesParser, type SaxesTagNS } from 'saxes';

/** An element of a small document, with its namespace and all its text. */
export interface XmlNode {
  /** Without prefix. */
  readonly name: string;
  readonly namespace: string;
  /** By name without prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/** What is read of a filter: the longest address that programs send is shorter. */
export const MAX_XML_BYTES = 64 * 1024;
const MAX_DEPTH = 50;
const MAX_ELEMENTS = 10_000;

/** A document that is not read; the message says why. */
export class XmlRefusal extends Error {
  override readonly name = 'XmlRefusal';
}

interface OpenNode {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
  text: string;
}

/**
 * Reads a small document of a stranger. Nothing is fetched and nothing is expanded but the five entities of XML and characters by
 * number: document types and processing instructions are refused.
 *
 * @param prefixes namespaces of prefixes that clients leave undeclared
 * @throws XmlRefusal for what is not well-formed, too large or too deep
 */
export function readXml(text: string, prefixes: Readonly<Record<string, string>>): XmlNode {
  if (Buffer.byteLength(text) > MAX_XML_BYTES) throw new XmlRefusal(`it is longer than ${MAX_XML_BYTES} bytes`);
  const open: OpenNode[] = [];
  let root: XmlNode | undefined;
  let elements = 0;
  const refuse = (why: string): never => {
    throw new XmlRefusal(why);
  };
  const parser = new SaxesParser({ xmlns: true, additionalNamespaces: { ...prefixes } });
  parser.on('doctype', () => refuse('it has a document type'));
  parser.on('processinginstruction', () => refuse('it has a processing instruction'));
  parser.on('error', (error) => refuse(error.message));
  parser.on('opentag', (tag: SaxesTagNS) => {
    if (open.length >= MAX_DEPTH) refuse(`its elements lie within each other deeper than ${MAX_DEPTH}`);
    if ((elements += 1) > MAX_ELEMENTS) refuse(`it has more than ${MAX_ELEMENTS} elements`);
    const attributes = Object.values(tag.attributes).map(({ local, value }) => [local, value] as const);
    open.push({
      name: tag.local,
      namespace: tag.uri,
      children: [],
      text: '',
      attributes: Object.fromEntries(attributes),
    });
  });
  const addText = (more: string): void => {
    const current = open.at(-1);
    if (current !== undefined) current.text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const node = open.pop()!;
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else parent.children.push(node);
  });
  parser.write(text).close();
  return root ?? refuse('it is empty');
}
