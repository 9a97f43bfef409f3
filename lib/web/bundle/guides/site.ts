import { readFileSync } from 'node:fs';
import { type Group, groupsOf, pictureOf, type Source, sources } from './documents.ts';
import { type Heading, type Rendered, render } from './markdown.ts';
import { type Entry, entriesOf } from './search.ts';

/** The names of built files, which change with their contents. */
export interface Named {
  readonly style: string;
  readonly script: string;
  readonly search: string;
  /** The name of a picture, by its path in the repository. */
  picture(file: string): string;
}

/** A document of the site with its title. */
interface Page extends Source, Rendered {
  readonly title: string;
}

const template = new URL('page.html', import.meta.url);
const assets = '/guides/assets/';

/** Every page of the site, by its address, but for the names of the files that they load. */
export class Site {
  readonly #pages: readonly Page[];
  readonly #groups: readonly Group[];
  readonly #pictures = new Set<string>();

  constructor() {
    const all = sources();
    const paths = new Map(all.map(({ file, path }) => [file, path]));
    const picture = (file: string) => {
      this.#pictures.add(file);
      return { src: `picture:${file}`, ...sizeOf(pictureOf(file)) };
    };
    this.#pages = all.map((source) => {
      const rendered = render(source.text, { file: source.file, pageOf: (file) => paths.get(file), picture });
      return { ...source, ...rendered, title: rendered.headings[0]?.title ?? source.file };
    });
    this.#groups = groupsOf(all[0]?.text ?? '');
  }

  /** The pictures that its pages show, by their paths in the repository. */
  get pictures(): readonly string[] {
    return [...this.#pictures];
  }

  /** What its search finds. */
  get entries(): readonly Entry[] {
    return this.#pages.flatMap(({ text, path, headings, title }) => entriesOf({ text, path, headings, title }));
  }

  /** The pages, by their addresses, and what an address without a page shows, at `/guides/404`. */
  pages(names: Named): Map<string, string> {
    const lost = {
      path: '/guides/404',
      title: 'There is no such guide',
      html: '<h1>There is no such guide</h1>\n<p>The list of guides has every page. The search looks through all of them.</p>',
      headings: [],
    };
    return new Map([...this.#pages, lost].map((page) => [page.path, this.#document(page, names)]));
  }

  #document(page: Pick<Page, 'path' | 'title' | 'html' | 'headings'>, names: Named): string {
    const html = page.html.replaceAll(
      /"picture:([^"]{1,99})"/g,
      (_, file: string) => `"${assets}${names.picture(file)}"`,
    );
    const parts: Readonly<Record<string, string>> = {
      title: page.path === '/guides' ? 'svc guides' : `${escaped(page.title)} · svc guides`,
      style: assets + names.style,
      script: assets + names.script,
      search: assets + names.search,
      content: html,
      pages: this.#navigation(page.path, page.headings),
    };
    return readFileSync(template, 'utf8').replaceAll(/<!-- (\w{1,9}) -->/g, (_, name) => parts[name] ?? '');
  }

  /** The pages in their groups, with the parts of the one that is shown. */
  #navigation(path: string, headings: readonly Heading[]): string {
    const parts = headings.filter(({ level }) => level === 2).map(({ id, title }) => item(`#${id}`, title));
    return this.#groups
      .map(({ title, files }) => {
        const pages = files.flatMap((file) => this.#pages.filter((page) => page.file === file));
        const items = pages.map((page) =>
          page.path === path ? item(page.path, page.title, parts) : item(page.path, page.title),
        );
        return items.length > 0 ? `    <h2>${escaped(title)}</h2>\n    <ul>${items.join('')}</ul>` : '';
      })
      .join('\n');
  }
}

/** An entry of the navigation; that of the page that is shown has its parts. */
function item(href: string, title: string, parts?: readonly string[]): string {
  const below = parts && parts.length > 0 ? `<ul>${parts.join('')}</ul>` : '';
  return `<li><a href="${href}"${parts ? ' aria-current="page"' : ''}>${escaped(title)}</a>${below}</li>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The size of a WebP picture, in pixels. Throws where it is none of the extended format, which Chromium writes. */
function sizeOf(webp: Buffer): { width: number; height: number } {
  const format = webp.toString('latin1', 8, 16);
  if (format !== 'WEBPVP8X') throw new Error(`a picture of a guide is not an extended WebP file, but ${format}`);
  return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1 };
}
