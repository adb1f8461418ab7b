// What counts as a text that people read, by where it stands and how it looks.

/** Files whose words are for programs: filters, shaders, commands, codecs. */
export const NOT_SHOWN =
  /\.test\.tsx?$|\/testing\/|-for-tests\.ts$|\.d\.ts$|^web\/src\/languages\/|\/(?:filter-text|clip-splats|projection-command|laz-codec)\.ts$/;

/** Attributes whose every word is read. */
const READ_ATTRIBUTE =
  /^(?:label|title|placeholder|description|alt|detail|hint|warning|taken|missing|error|caption|legend|empty|summary|tooltip|head|heading|suffix)$|^aria-(?:label|description|valuetext|roledescription|placeholder)$|Label$|Text$/;
const OTHER_ATTRIBUTE =
  /^(?:className|classNames|id|key|type|to|href|src|from|variant|color|c|size|sizes|role|autoComplete|style|styles|d|viewBox|allow|sandbox|transform|fill|stroke|points|component|order|position|preload|inputMode|accept|rel|target|fontFamily|value|org|dataset|mediaType)$|^aria-|^data-/;

/** Properties of objects whose every word is read, and those that hold none. */
const READ_PROPERTY = /^(?:label|title|head|description|hint|aria-label|text|placeholder)$/;
const OTHER_PROPERTY =
  /^(?:type|id|key|className|code|method|transform|gridTemplate\w*|fontFamily\w*|filter|application|queryKey|to|from|accept|headers|authorization|cursor|mode|state|format|colou?r|background|border|boxShadow|font|layout|paint|source|\w+Shader|content|userName|org|ds|path|width|margin|padding|display|overflow|mediaType|proj|wkt|glyphs)$|^--/;

/** Functions whose arguments are for programs, or for those who read logs. */
const OTHER_CALL =
  /^(?:(?:Type|Range|Syntax|Aggregate)?Error|DOMException|Set|Map|RegExp|URL\w*|Blob|File|\w*Event|Worker|Intl\.\w+|matchMedia|closest|querySelector\w*|(?:starts|ends)With|includes|indexOf|lazy\w*|[gs]etAttribute|[gs]etItem|(?:add|get)(?:Source|Layer)|\w+EventListener|split|join|replace\w*|has|get|getAll|set|delete|call|createElement\w*|fetch|header|append|setHeader|isGeometry|log|warn|info|debug|test|match\w*|localeCompare|setProducer|getElementById|getContext|setProperty|stringify|parse|hasOwn|on|once|off|emit)$/;

/** Words of formats and interfaces that look like texts. */
export const DATA = new Set(
  'Point LineString Polygon MultiPoint MultiLineString MultiPolygon Feature FeatureCollection GeometryCollection Alidade Created Enqueued Scheduled Processing Succeeded Control Shift Alt Meta Escape Tab Arrow'.split(
    ' ',
  ),
);
const MORE_DATA =
  /^(?:ft \(US\)|Language \/ Sprache|WGS 84 .*|Noto Sans|Content-Type|If-(?:None-)?Match|(?:Arrow|Page)(?:Up|Down|Left|Right))$/;

const CODE =
  /^(?:al-|--|\(|https?:|image\/|data:|\/|@|<iframe|\+proj)|=>|;\n|void main|gl_|\brgba?\(|translate\(|minmax\(|^(?:min|max|inset|clamp)\(|\bpx\b|\{\}px|^[A-Z]+ \(|\b(?:var|calc)\(|^[\w-]+(?:\.[\w-]+)+$|\[\w+=|\$\{|^(?:GET|POST|PUT|PATCH|DELETE) /;

export const isData = (text: string): boolean => DATA.has(text.trim()) || MORE_DATA.test(text.trim());

/** True for a text with a word in it, `{}` being values. */
export const hasWord = (text: string): boolean => /\p{L}{2,}/u.test(text.replaceAll('{}', ''));

/** True for what looks like a text wherever it stands: a sentence, some words, or one with a capital. */
export function looksLikeText(text: string): boolean {
  if (CODE.test(text.trim()) || isData(text) || !hasWord(text)) return false;
  if (/^\s*[“"(]?\p{Lu}\p{Ll}/u.test(text)) return /^\s*[“"(]?\p{Lu}\p{Ll}+(?:[\s,.:;!?…”")*’/{-]|$)/u.test(text);
  return /[\p{L}\d,.:;)%}”’…] [\p{L}({“\d]|^[,;] ?\p{L}{2,}| \p{L}{2,}|\p{L}{2,}[:…]? $/u.test(text);
}

/** How sure a place is to be read by people: `always`, by its `looks`, or `never`. */
export type Read = 'always' | 'looks' | 'never';

export const readAttribute = (name: string): Read =>
  READ_ATTRIBUTE.test(name) ? 'always' : OTHER_ATTRIBUTE.test(name) ? 'never' : 'looks';

export const readProperty = (name: string): Read =>
  READ_PROPERTY.test(name) ? 'always' : OTHER_PROPERTY.test(name) ? 'never' : 'looks';

export const readArgument = (callee: string): Read => (OTHER_CALL.test(callee) ? 'never' : 'looks');
