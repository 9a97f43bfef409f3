import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/* Comments and pages cite docs/contract.md as `contract 4.1`; they cite no document that a reader does not have. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const notOurs = new Set(['node_modules', '.git', '.svc', '.serverless', '.build', 'coverage']);
const own = 'test/contract/citations.test.ts';
const contract = 'docs/contract.md';

const walk = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(dir, entry.name);
    return entry.isDirectory() ? walk(path) : [relative(root, path).split(sep).join('/')];
  });

const text = (file: string) => readFileSync(join(root, file), 'utf8');
const written = walk(root).filter(
  (file) => /\.(ts|mjs|js|sh|pl|py|ya?ml|md|html)$|^\.ci\//.test(file) && file !== own && file !== contract,
);
const shipped = written.filter((file) => /^(functions|lib|statemachines)\/.*\.(ts|mjs|js|html)$/.test(file));

/** `file:line what` of everything that `found` makes of each line. */
const places = (files: readonly string[], found: (line: string) => readonly string[]) =>
  files.flatMap((file) =>
    text(file)
      .split('\n')
      .flatMap((line, i) => found(line).map((what) => `${file}:${i + 1} ${what}`)),
  );

/** The numbered headings of a page, each with the anchor beside it. */
const headingsOf = (page: string) =>
  [...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? .*$/gm)].map(([line, number = '']) => ({
    number,
    anchor: /<a id="([^"]+)"><\/a>$/.exec(line)?.[1],
  }));

const headings = headingsOf(text(contract));
const sections = new Set(headings.map(({ number }) => number));

/** Sections that a line cites and the contract does not have. */
const missing = (line: string) =>
  [...line.matchAll(/\bcontract (\d+(?:\.\d+)*)|contract\.md#([\w.-]+)/g)]
    .filter(([, cited, link]) => !sections.has(cited ?? link ?? ''))
    .map(([whole]) => whole);

/** Citations of the contract in another form than `contract 4.1`, each section by itself. */
const misspelt = (line: string) =>
  line.match(/\bContract \d|\bcontract(?:, ?|: ?| ?§ ?| section )\d|\bcontract [\d.]+(?:,| and| to) \d/g) ?? [];

/** What names a document that is not in the repository. */
const foreign = (line: string) => line.match(/\bdesign\b|\bspecification\b|\bspec §|§ ?\d/gi) ?? [];

const isComment = (line: string) => /^\s*(\/\*|\*|\/\/|#|<!--)/.test(line);
const commentOf = (line: string) => (isComment(line) ? line : (/\s\/\/ .*$/.exec(line)?.[0] ?? ''));

/** A citation in code, where it may reach a client: in a message or on a page. */
const inCode = (line: string) =>
  isComment(line)
    ? []
    : (line.slice(0, line.length - commentOf(line).length).match(/\b(?:contract|specification|design) §?\d/gi) ?? []);

test('the contract’s sections are numbered once, in order, each with its anchor', () => {
  const numbers = headings.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)]);
  const order = (number: string) =>
    number
      .split('.')
      .map((part) => part.padStart(3, '0'))
      .join('.');
  expect(numbers).toEqual(numbers.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)));
  expect(headings.filter(({ number, anchor }) => anchor !== number)).toEqual([]);
});

test('every cited section of the contract exists', () => {
  expect(places([...written, contract], missing)).toEqual([]);
  expect(places(written, (line) => line.match(/\bcontract \d/g) ?? []).length).toBeGreaterThan(100);
});

test('a section of the contract is cited in one form', () => {
  expect(places(written, misspelt)).toEqual([]);
});

test('every link within the contract leads to a section', () => {
  const links = [...text(contract).matchAll(/\]\(#([^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !sections.has(link))).toEqual([]);
});

test('no comment and no page cites a document that is not here', () => {
  const pages = written.filter((file) => file.endsWith('.md'));
  expect(places(pages, foreign)).toEqual([]);
  expect(places(written, (line) => foreign(commentOf(line)))).toEqual([]);
});

test('what clients read cites nothing', () => {
  expect(places(shipped, inCode)).toEqual([]);
  const openapi = text('lib/generated/openapi.json');
  expect(openapi.match(/.{0,60}\b(?:contract|specification|design|docs\/\w+)\b.{0,20}/gi) ?? []).toEqual([]);
});

test('every file that the architecture and CONTRIBUTING name exists', () => {
  const named = ['docs/architecture.md', 'CONTRIBUTING.md'].flatMap((page) =>
    [...text(page).matchAll(/`((?:lib|functions|statemachines|test|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('each of these is found where it is planted', () => {
  expect(missing(' * Refused (contract 99.1, contract 1.4).')).toEqual(['contract 99.1']);
  expect(missing('see [there](contract.md#9.9)')).toEqual(['contract.md#9.9']);
  expect(misspelt('// Contract 4.1 and contract §4 and contract 3.1, 3.2')).toEqual([
    'Contract 4',
    'contract §4',
    'contract 3.1, 3',
  ]);
  expect(misspelt('// contract 4.1, contract 1.4, step 10; a contract of 2')).toEqual([]);
  expect(foreign(commentOf('const a = 1; // Design §5, specification 2'))).toEqual(['Design', '§5', 'specification']);
  expect(foreign(commentOf("const a = 'by design';"))).toEqual([]);
  expect(inCode("throw new ApiError('wrong_state', 'see contract 3.1');")).toEqual(['contract 3']);
  expect(inCode('const a = 1; // contract 3.1')).toEqual([]);
  expect(headingsOf('## 1. One <a id="1"></a>\n### 1.1 Two')).toEqual([
    { number: '1', anchor: '1' },
    { number: '1.1', anchor: undefined },
  ]);
});
