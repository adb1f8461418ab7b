import ts from 'typescript';
import { hasWord, isData, looksLikeText, readArgument, readAttribute, readProperty, type Read } from './text-rules.ts';

export interface FoundText {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export interface FoundTexts {
  /** Arguments of `i18n.t` and ids of `Trans`. */
  readonly messages: readonly FoundText[];
  /** What people would read in English in every language; values are `{}`. */
  readonly bare: readonly FoundText[];
}

/** The texts of a module of the pages. */
export function findTexts(path: string, source: string): FoundTexts {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const messages: FoundText[] = [];
  const bare: FoundText[] = [];
  const found = (node: ts.Node, text: string): FoundText => ({
    text,
    line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
  });
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const message = messageOf(node);
    if (message !== null) messages.push(found(node, message));
    else if (isBare(node)) bare.push(found(node, textOf(node) ?? ''));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { messages, bare };
}

/** The text of a literal, with `{}` for values; null for anything else. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isJsxText(node)) return node.text.trim().replace(/\s+/g, ' ');
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

function messageOf(node: ts.Node): string | null {
  if (!ts.isStringLiteralLike(node)) return null;
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.arguments[0] === node && isTranslation(parent) ? node.text : null;
  const attribute = ts.isJsxExpression(parent) ? parent.parent : parent;
  if (!ts.isJsxAttribute(attribute) || attribute.name.getText() !== 'id') return null;
  return attribute.parent.parent.tagName.getText() === 'Trans' ? node.text : null;
}

const isTranslation = ({ expression }: ts.CallExpression): boolean => expression.getText() === 'i18n.t';

function isBare(node: ts.Node): boolean {
  const text = textOf(node);
  if (text === null || ts.isTaggedTemplateExpression(node.parent)) return false;
  if (ts.isJsxText(node)) return hasWord(text) && !isData(text);
  const read = readWhere(node);
  if (read === 'never' || !hasWord(text) || isData(text)) return false;
  return looksLikeText(text) || (read === 'always' && /^[\p{L}{} ,;:.…-]{3,}$/u.test(text) && !text.startsWith('al-'));
}

function readWhere(literal: ts.Node): Read {
  const { holder, child } = holderOf(literal);
  if (ts.isJsxExpression(holder)) {
    return ts.isJsxAttribute(holder.parent) ? readAttribute(holder.parent.name.getText()) : 'always';
  }
  if (ts.isJsxAttribute(holder)) return readAttribute(holder.name.getText());
  if (ts.isPropertyAssignment(holder)) {
    return child === holder.name ? 'never' : readProperty(holder.name.getText().replace(/^['"]|['"]$/g, ''));
  }
  if (ts.isArrayLiteralExpression(holder)) return readInList(holder);
  if (ts.isCallExpression(holder) || ts.isNewExpression(holder)) {
    return child === holder.expression ? 'never' : readArgument(calleeOf(holder));
  }
  const isValue =
    ts.isReturnStatement(holder) ||
    ts.isArrowFunction(holder) ||
    ts.isVariableDeclaration(holder) ||
    ts.isParameter(holder) ||
    ts.isBindingElement(holder) ||
    ts.isTemplateSpan(holder);
  return isValue ? 'looks' : 'never';
}

function readInList(list: ts.ArrayLiteralExpression): Read {
  const { holder } = holderOf(list);
  if (ts.isNewExpression(holder)) return readArgument(calleeOf(holder));
  return ts.isPropertyAssignment(holder) && readProperty(holder.name.getText()) === 'never' ? 'never' : 'looks';
}

/** What a value ends up in, past conditions, defaults and joins. */
function holderOf(node: ts.Node): { readonly holder: ts.Node; readonly child: ts.Node } {
  let child = node;
  while (passesOn(child.parent, child)) child = child.parent;
  return { holder: child.parent, child };
}

const JOINS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.PlusToken,
]);

function passesOn(parent: ts.Node, child: ts.Node): boolean {
  if (ts.isConditionalExpression(parent)) return child !== parent.condition;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    return JOINS.has(kind) || (kind === ts.SyntaxKind.AmpersandAmpersandToken && child === parent.right);
  }
  return (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isNonNullExpression(parent)
  );
}

function calleeOf({ expression }: ts.CallExpression | ts.NewExpression): string {
  const text = expression.getText();
  return ts.isPropertyAccessExpression(expression) && !text.startsWith('Intl.') ? expression.name.text : text;
}
