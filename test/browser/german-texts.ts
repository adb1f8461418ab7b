import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { readCatalogue } from '../../tools/texts/catalogue.ts';
import { GERMAN } from '../../tools/texts/texts-of-pages.ts';
import { textsOfService } from '../../tools/texts/texts-of-service.ts';
import { compileMessage, type Token } from '../../web/src/languages/compile-message.ts';

/** Texts of the pages, and of what the service says. */
const german = new Map(
  [GERMAN, ...textsOfService().map(({ path }) => path)].flatMap((path) => [
    ...readCatalogue(readFileSync(path, 'utf8')),
  ]),
);

/** Words that mean the text is a sentence or a label of its own, and not a value between signs. */
const TELLING = /[A-Za-z]{4}/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern of what a message may become. */
function patternOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (typeof token === 'string') return token === '#' ? String.raw`[\d.,  ]+` : escaped(token);
      const [, type, cases = {}] = token;
      return type === undefined ? '.+?' : `(?:${Object.values(cases).map(patternOf).join('|')})`;
    })
    .join('');
}

/** What stands on a page of a message: the text between its tags, each on its own. */
const piecesOf = (message: string): readonly string[] =>
  message
    .split(/<\/?\d+\/?>/)
    .map((piece) => piece.trim())
    .filter((piece) => TELLING.test(piece.replace(/\{\w+\}/g, '')));

const isWhole = (piece: string): boolean => {
  try {
    compileMessage(piece);
    return true;
  } catch {
    return false;
  }
};

const patterns = (messages: Iterable<string>): readonly RegExp[] =>
  [...messages]
    .flatMap(piecesOf)
    .filter(isWhole)
    .map((piece) => new RegExp(`^${patternOf(compileMessage(piece))}$`, 'su'));

/** English texts that are others in German. */
const ENGLISH = patterns([...german].filter(([english, text]) => english !== text).map(([english]) => english));
const OURS = patterns(german.values());

/** All that is read or read aloud on a page. */
const TEXTS = `(() => {
  const texts = new Set();
  const add = (text) => {
    const trimmed = (text ?? '').trim();
    if (trimmed !== '') texts.add(trimmed);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (!['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(node.parentElement.tagName)) add(node.data);
  for (const it of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) add(it.getAttribute(name));
  add(document.title);
  return [...texts];
})()`;

/** What a page says in English though there is German for it. @param served names that come from the service */
export async function englishLeft(page: Page, served: readonly string[] = []): Promise<readonly string[]> {
  const texts = await page.evaluate<string[]>(TEXTS);
  return texts.filter((text) => isEnglish(text) && !served.includes(text));
}

const isEnglish = (text: string): boolean =>
  TELLING.test(text) && ENGLISH.some((it) => it.test(text)) && !OURS.some((it) => it.test(text));
