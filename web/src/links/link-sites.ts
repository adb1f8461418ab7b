/** Sites as people type them: one a line, or separated by commas. */
export const readSites = (text: string): readonly string[] =>
  text
    .split(/[\s,]+/)
    .filter((site) => site !== '')
    .map((site) => (/^[a-z]+:/i.test(site) ? site : `https://${site}`));

/** What a page of another site embeds the link with. */
export const embedCode = (url: string, title: string): string =>
  `<iframe src="${escaped(url)}" title="${escaped(title)}" width="100%" height="600" style="border: 0" allow="fullscreen"></iframe>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
