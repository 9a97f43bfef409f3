import { posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';

/** A heading of a page. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly title: string;
}

/** What a document is rendered with. */
export interface Surroundings {
  /** Its path in the repository. */
  readonly file: string;
  /** The address of the page of a document; undefined where the site has none. */
  pageOf(file: string): string | undefined;
  /** The attributes of a picture, by its path in the repository. */
  picture(file: string): { src: string; width: number; height: number };
}

/** A rendered document. */
export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

const markdown = new MarkdownIt({ html: false });

/** Renders a document. Its headings have the ids that GitHub gives them. */
export function render(text: string, surroundings: Surroundings): Rendered {
  const env = {};
  const tokens = markdown.parse(text, env);
  const headings = withIds(tokens);
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    if (token.type === 'paragraph_open' && next?.content.startsWith('**You need**')) token.attrSet('class', 'needs');
    // A policy without inline styles allows no alignment by them.
    if (token.type === 'th_open') asCell(token, next, tokens[i + 2]);
    lead(token.children ?? [], surroundings);
  });
  return { html: markdown.renderer.render(tokens, markdown.options, env), headings };
}

/** The text of a rendered document without its marks. */
export const plain = (text: string): string =>
  markdown
    .parse(text, {})
    .flatMap(
      (token) => token.children?.map(({ type, content }) => (type.endsWith('break') ? ' ' : content)) ?? token.content,
    )
    .join(' ');

/** A header of a table that says nothing is a cell, since a screen reader would announce an empty header. */
function asCell(open: Token, inside: Token | undefined, close: Token | undefined): void {
  if (inside?.content.trim() !== '' || !close) return;
  open.tag = 'td';
  close.tag = 'td';
}

function withIds(tokens: readonly Token[]): Heading[] {
  const uses = new Map<string, number>();
  return tokens.flatMap((token, i) => {
    if (token.type !== 'heading_open') return [];
    const { title, mark } = readHeading(tokens[i + 1]?.children ?? []);
    const name = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const used = uses.get(name) ?? 0;
    uses.set(name, used + 1);
    const id = mark ?? (used === 0 ? name : `${name}-${used}`);
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, title }];
  });
}

/** The text of a heading. A mark in it, by which the contract names its sections, becomes its id. */
function readHeading(children: readonly Token[]): { title: string; mark: string | undefined } {
  let mark: string | undefined;
  for (const token of children) {
    token.content = token.content.replace(/ ?<a id="([^"]{1,99})"><\/a>/, (_, id: string) => {
      mark = id;
      return '';
    });
  }
  return { title: children.map(({ content }) => content).join(''), mark };
}

/** Has pictures and links of a line lead to the site. */
function lead(children: readonly Token[], surroundings: Surroundings): void {
  let isOutside = false;
  for (const token of children) {
    if (token.type === 'image') show(token, surroundings);
    if (token.type === 'link_open') isOutside = !leadsInside(token, surroundings);
    if (token.type === 'link_close' && isOutside) token.tag = 'span';
  }
}

function show(image: Token, { file, picture }: Surroundings): void {
  const { src, width, height } = picture(posix.join(posix.dirname(file), String(image.attrGet('src'))));
  const attributes = { src, width, height, loading: 'lazy' };
  for (const [name, value] of Object.entries(attributes)) image.attrSet(name, String(value));
}

/** Has a link lead to a page. One to a document that is no page becomes a text with the name of the document. */
function leadsInside(link: Token, { file, pageOf }: Surroundings): boolean {
  const href = String(link.attrGet('href'));
  if (/^(?:https?:|mailto:|#)/.test(href)) return true;
  const [path = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(file), decodeURI(path));
  const page = pageOf(target);
  if (page === undefined) Object.assign(link, { tag: 'span', attrs: [['data-source', target]] });
  else link.attrSet('href', fragment === undefined ? page : `${page}#${fragment}`);
  return page !== undefined;
}

const { rules } = markdown.renderer;
const { escapeHtml } = markdown.utils;
rules.fence = (tokens, i) => {
  const { info = '', content = '' } = tokens[i] ?? {};
  const [language = '', file] = info.split(' ');
  const isShown = language === '' || language === 'text' || language === 'json';
  const name = file && file !== 'output' ? `<p class="file">${escapeHtml(file)}</p>` : '';
  const code = `<pre tabindex="0"><code>${escapeHtml(content)}</code></pre>`;
  return `<div class="code"${isShown ? '' : ' data-copy'}>${name}${code}</div>\n`;
};
rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
rules.table_close = () => '</table></div>\n';
