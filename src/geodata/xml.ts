import { createTurns } from '../concurrency/index.ts';

/**
 * The one writer of XML: everything that is not markup goes through it escaped. A document is a tree of plain values;
 * `undefined`, `null` and `false` children are left out.
 */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly children: readonly XmlChild[];
}

/** A function makes its child when that is written: long lists are never there as a whole. */
export type XmlChild =
  | XmlElement
  | string
  | number
  | null
  | undefined
  | false
  | readonly XmlChild[]
  | (() => XmlElement);

/** An element; names are those of this program, never of callers. */
export function xml(name: string, attributes: XmlElement['attributes'] = {}, ...children: XmlChild[]): XmlElement {
  return { name, attributes, children };
}

/** A document with its declaration, two spaces for each level; text stands on the line of its element. */
export function writeXml(root: XmlElement, doctype = ''): string {
  return beginning(doctype) + writeFragment(root);
}

/** Levels above the lists that are as long as a dataset has layers. */
const LEVELS_OF_LISTS = 3;

/** As `writeXml`, for documents that grow with a dataset: everybody else has a turn every few milliseconds. */
export async function writeXmlInTurns(root: XmlElement, doctype = ''): Promise<string> {
  const pause = createTurns();
  const write = async (element: XmlElement, indent: string, levels: number): Promise<string> => {
    const present = presentOf(element.children);
    if (levels === 0 || present.every(isText)) return writeFragment(element, indent);
    let text = `${indent}${startTag(element)}>\n`;
    for (const child of present) {
      if (isText(child)) text += `${indent}  ${escapeXml(String(child))}\n`;
      else text += await write(made(child), `${indent}  `, levels - 1);
      await pause();
    }
    return `${text}${indent}</${element.name}>\n`;
  };
  return beginning(doctype) + (await write(root, '', LEVELS_OF_LISTS));
}

/** The lines of an element alone, for documents that are sent piece by piece. @param indent before each line */
export function writeFragment(element: XmlElement, indent = ''): string {
  const present = presentOf(element.children);
  // Strings are joined as they come: with thousands of features arrays of their parts would be most of the work.
  const start = indent + startTag(element);
  if (present.length === 0) return `${start}/>\n`;
  const isOneLine = present.every(isText);
  let text = isOneLine ? `${start}>` : `${start}>\n`;
  for (const child of present) {
    if (!isText(child)) text += writeFragment(made(child), `${indent}  `);
    else text += isOneLine ? escapeXml(String(child)) : `${indent}  ${escapeXml(String(child))}\n`;
  }
  return `${text}${isOneLine ? '' : indent}</${element.name}>\n`;
}

const beginning = (doctype: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${doctype === '' ? '' : `${doctype}\n`}`;

const startTag = ({ name, attributes }: XmlElement): string => `<${name}${writeAttributes(attributes)}`;

/** Attributes with a space before each, for elements that are written piece by piece. */
export function writeAttributes(attributes: XmlElement['attributes']): string {
  let text = '';
  for (const attribute of Object.keys(attributes)) {
    const value = attributes[attribute];
    if (value !== undefined) text += ` ${attribute}="${escapeXml(String(value))}"`;
  }
  return text;
}

type Present = XmlElement | (() => XmlElement) | string | number;

/** What is there, lists in lists taken apart. */
function presentOf(children: readonly XmlChild[], present: Present[] = []): readonly Present[] {
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === '') continue;
    if (isList(child)) presentOf(child, present);
    else present.push(child);
  }
  return present;
}

const isList = (child: XmlChild): child is readonly XmlChild[] => Array.isArray(child);
const isText = (child: Present): child is string | number => typeof child === 'string' || typeof child === 'number';
const made = (child: XmlElement | (() => XmlElement)): XmlElement => (typeof child === 'function' ? child() : child);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Readers turn these into spaces where they stand in attributes.
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};
/** What no XML 1.0 document may hold, not even as a reference; halves of surrogate pairs among them. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** What most names and numbers are made of: nothing in it has to be replaced. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;

/** Text for attributes and contents; characters that XML cannot hold become the replacement character. */
export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character]!);
}
