import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A document of the repository that is a page of the site. */
export interface Source {
  /** Its path in the repository: `docs/boot.md`. */
  readonly file: string;
  /** The address of its page: `/guides/boot`. */
  readonly path: string;
  readonly text: string;
}

/** A group of pages, as README.md groups them for a reader. */
export interface Group {
  readonly title: string;
  readonly files: readonly string[];
}

/** The door, which is the first page, and documents outside `docs` to which README.md leads. */
const further: Readonly<Record<string, string>> = {
  'README.md': '/guides',
  'SECURITY.md': '/guides/security',
  'CONTRIBUTING.md': '/guides/contributing',
  'functions/README.md': '/guides/functions',
};

/** Every document of the site. README.md is the first. */
export function sources(): Source[] {
  const guides = globSync('docs/*.md', { cwd: root }).sort();
  const paths = {
    ...further,
    ...Object.fromEntries(guides.map((file) => [file, `/guides/${posix.basename(file, '.md')}`])),
  };
  return Object.entries(paths).map(([file, path]) => ({ file, path, text: readFileSync(`${root}${file}`, 'utf8') }));
}

/** The bytes of a picture that a document shows, by its path in the repository. */
export const pictureOf = (file: string): Buffer => readFileSync(`${root}${file}`);

/** The groups of README.md: a row of its table of guides each, and what else it leads to. A page is in one group. */
export function groupsOf(readme: string): Group[] {
  const seen = new Set<string>();
  const fresh = (cells: string) =>
    [...cells.matchAll(/\]\((?!https?:)([^)#]+)/g)].flatMap(([, file = '']) => {
      const isNew = file.endsWith('.md') && !seen.has(file);
      seen.add(file);
      return isNew ? [file] : [];
    });
  const rowsOf = (heading: string) =>
    (readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
  const guides = rowsOf('Guides').map((row) => {
    const [, title = '', ...cells] = row.split('|');
    return { title: title.trim(), files: fresh(cells.join('|')) };
  });
  return [...guides, { title: 'Look up', files: fresh(rowsOf('Where to look').join('\n')) }];
}
