import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { allKinds } from '../../src/kinds/index.ts';
import { describeConfiguration } from '../../src/system/configuration.ts';
import { createTools, type ToolDependencies } from '../../src/tools/index.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Members of schemas whose values are data. */
const DATA = new Set(['default', 'examples', 'const', 'enum']);

/**
 * What the service calls things in lists and forms: tools with their parameters and choices, settings, and phases of work.
 *
 * @returns where each comes from
 */
export function namesOfService(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const add = (text: string, from: string): void => {
    const known = found.get(text) ?? [];
    if (text !== '' && !known.includes(from)) found.set(text, [...known, from]);
  };
  // Schemas need nothing of it; what is offered depends on whether there are nodes.
  const tools = createTools({ processingNodes: { list: [{}] } } as unknown as ToolDependencies, allKinds);
  for (const { id, title, description, parameters } of tools) {
    add(title, `tool ${id}`);
    add(description, `tool ${id}`);
    addSchema(JSON.parse(JSON.stringify(parameters)), (text) => add(text, `tool ${id}`));
  }
  for (const { title, fields } of describeConfiguration({} as Parameters<typeof describeConfiguration>[0]).sections) {
    add(title, 'settings');
    for (const { description } of fields) add(description, 'settings');
  }
  for (const [text, path] of phases()) add(text, path);
  return found;
}

function addSchema(node: unknown, add: (text: string) => void): void {
  if (Array.isArray(node)) for (const item of node) addSchema(item, add);
  else if (typeof node === 'object' && node !== null) {
    for (const [name, value] of Object.entries(node)) {
      if ((name === 'title' || name === 'description') && typeof value === 'string') add(value);
      else if (name === 'x-choices') Object.values(value as Readonly<Record<string, string>>).forEach(add);
      else if (!DATA.has(name)) addSchema(value, add);
    }
  }
}

/** Names of the phases of builds and tasks, as the sources tell them. */
function phases(): readonly (readonly [text: string, path: string])[] {
  const found: [string, string][] = [];
  for (const path of globSync('src/**/*.ts', { cwd: ROOT }).toSorted()) {
    if (/\.test\.ts$|\/testing\/|^src\/client\//.test(path)) continue;
    const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (isPhase(node)) for (const text of textsIn(node)) found.push([text, path]);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

/** The value of `phase` and `phaseAt`, and what a task reports beside its percent. */
function isPhase(node: ts.Node): boolean {
  const { parent } = node as { parent?: ts.Node };
  if (parent === undefined) return false;
  if (ts.isPropertyAssignment(parent))
    return parent.initializer === node && /^phase(?:At)?$/.test(parent.name.getText());
  if (ts.isVariableDeclaration(parent))
    return parent.initializer === node && /^phase(?:At)?$/.test(parent.name.getText());
  if (!ts.isCallExpression(parent) || parent.arguments[1] !== node) return false;
  return /^(?:task\.)?report$/.test(parent.expression.getText());
}

function textsIn(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node) && /\p{L}{3}/u.test(node.templateSpans.map(({ literal }) => literal.text).join('')))
    return [node.head.text + node.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return textsIn(node.expression);
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? textsIn(node.body) : [];
}
