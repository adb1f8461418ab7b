import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');

/** Files whose sentences no page shows: other clients (OGC, STAC, the command line, push), starting, metrics, the decoders of our own builds. */
const NOT_SHOWN =
  /\.test\.ts$|\/testing\/|^src\/(?:client|ogc|stac|sync|database|settings|fonts|webassembly)\/|^src\/[\w-]+\.ts$|^src\/transfers\/push\/|^src\/system\/metrics\/|^src\/application\/|\/openapi|\/assembly\/|\/(?:corto|laz|rad|lod)\/|\/nexus\/nexus-|\/copc\/copc-|\/block\/|\/tiles\/archive|\/cog\/(?:cog-file|gdal-metadata|ifd-chain|byte-source)|\/http\/(?:explorer|security-schemes)|\/(?:chunk|share\/chunk)|\/run-cost\.ts$|\/(?:geopackage-writer|rtree-loader|package-thread)\.ts$/;
/** Calls whose words are for programmers, logs and documents of the interface. */
const OTHER_CALL =
  /^(?:Error|(?:Range|Type|Aggregate|Corto|Copc|Nexus|Laz|Bitmap|Ogc|Stamp|Settings|Blob|ThreadRefusal|ClaimLost)Error|failOgc|ThreadRefusal|ClaimLost|invalidFilter|sql|trace|debug|info|warn|error|log|line|say|reporter|gauge|counter|one|many|query|path|textOrNull|nullable|String|Integer|Number|Array|Union|Literal|Boolean|Object|Optional|whole|yesNo|link|parameter|keyed|write|ask|known|asText|genericFacts|hkdfSync|replaceAll|replace|split|includes|test|readFileSync|join|localeCompare|\w*Field)$/;
const OTHER_PROPERTY = /^(?:description|summary|about|abstract|tags|ifEmpty|html|pattern)$/;

/** Words and parts of sentences that stand in those as values. */
const PARTS =
  /^(?:file|folder|dataset|organization|a digit|an? (?:upper|lower)-case letter|a character that is neither letter nor digit|at (?:least|most) \{0\} characters|ry again in \{0\} min\.|The password needs \{0\}|Too many wrong passwords for this name\..*)$/;

/**
 * The sentences that the service tells people: of errors, refusals and failures. Values are `{0}`, `{1}` …
 *
 * @returns files by sentence
 */
export function problemsOfService(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const path of globSync('src/**/*.ts', { cwd: ROOT }).toSorted()) {
    if (NOT_SHOWN.test(path)) continue;
    const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isForOthers(node, path)) return;
      const text = textOf(node);
      if (
        text !== null &&
        (isSentence(text) || isPart(node, text) || (isSaid(node) && text.includes(' ') && wordsOf(text).length > 2))
      ) {
        const paths = found.get(text) ?? [];
        if (!paths.includes(path)) found.set(text, [...paths, path]);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

function isForOthers(node: ts.Node, path: string): boolean {
  // What a check of the health found is called its description, as those of schemas are, which no page shows.
  if (ts.isPropertyAssignment(node))
    return OTHER_PROPERTY.test(node.name.getText()) && !path.endsWith('/health/checks.ts');
  if (ts.isTaggedTemplateExpression(node)) return true;
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  const callee = node.expression;
  return OTHER_CALL.test(ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText());
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`).join('');
}

const wordsOf = (text: string): readonly string[] => text.replaceAll(/\{\d+\}/g, '').match(/\p{L}{2,}/gu) ?? [];

const isPart = (node: ts.Node, text: string): boolean =>
  PARTS.test(text) ||
  (ts.isPropertyAssignment(node.parent) &&
    node.parent.initializer === node &&
    node.parent.parent.parent.getText().startsWith('RIGHT_NAMES'));

/** What makes an error has a text for people, also where that begins with the name of a parameter. */
const isSaid = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && /^(?:fail|failLink|failThrottled|refuseParameter)$/.test(parent.expression.getText());

/** Begins and ends as sentences do, with words in it. */
function isSentence(text: string): boolean {
  if (/\n|^(?:SELECT|INSERT|UPDATE) | = \?$|`rel=|\{z\}/.test(text)) return false;
  return (
    wordsOf(text).length > 1 && /^(?:\p{Lu}|\{\d+\}|“|,? )/u.test(text) && /[.!?…]\)?\s*(?:\{\d+\}\s*)*$/.test(text)
  );
}
