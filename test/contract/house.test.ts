import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const notOurs = new Set(['node_modules', '.git', '.svc', '.serverless', '.build', 'coverage']);

const walk = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(dir, entry.name);
    return entry.isDirectory() ? walk(path) : [relative(root, path).split(sep).join('/')];
  });

const files = walk(root);
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const data = /^(package-lock\.json|LICENSE)$|^test\/(vectors|contract\/.*\.(json|txt))|^lib\/generated\//;
const written = files.filter((file) => /\.(tsx?|mjs|js|sh|ya?ml|md|json)$|^\.ci\//.test(file) && !data.test(file));
const source = written.filter((file) => /\.(tsx?|mjs|js|sh)$|^\.ci\//.test(file));
const shipped = source.filter((file) => /^(functions|lib|statemachines)\//.test(file));
/** The tests that write down what they look for. */
const planted = ['test/contract/house.test.ts', 'test/contract/lint.test.ts'];

/** `file:line` of every line that `pattern` matches, so that a failure reads as a list of places. */
const places = (among: string[], pattern: RegExp) =>
  among
    .filter((file) => !planted.includes(file))
    .flatMap((file) =>
      text(file)
        .split('\n')
        .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}`] : [])),
    );

test('a source file has at most 250 lines', () => {
  const long = source.map((file) => ({ file, lines: text(file).trimEnd().split('\n').length }));
  expect(long.filter(({ lines }) => lines > 250)).toEqual([]);
});

test('nothing is left for later', () => {
  expect(places(written, /\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
});

test('no import climbs', () => {
  expect(places(source, /(\bfrom|^\s*import)\s*['"]\.\.\//)).toEqual([]);
  expect(places(source, /\b(import|require)\(\s*['"`]\.\.\//)).toEqual([]);
});

test('no path of one machine is written down', () => {
  expect(places(written, /\/work\/(main|shared)\b/)).toEqual([]);
  const host = written.filter(
    (file) => !/^((lib|test\/lib)\/(agent|runtime)|test\/hostile\/(machines|growth))\//.test(file),
  );
  expect(places(host, /(?<![\w.$}*-])\/(tmp|root)\//)).toEqual([]);
});

test('no rule of imports or of size is switched off in a file', () => {
  expect(places(source, /biome-ignore(-\w+)?\s+lint\/?\s*:/)).toEqual([]);
  expect(
    places(source, /biome-ignore\S*\s+lint\/(style\/noRestrictedImports|\w+\/noExcessive|suspicious\/noImportCycles)/),
  ).toEqual([]);
  expect(places(shipped, /@ts-(nocheck|ignore|expect-error)/)).toEqual([]);
});

test('every exported function, class and handler says in TSDoc what it promises', () => {
  const exported = /^export (?:default )?(?:async )?(?:abstract )?(?:(?:function\*?|class) (\w+)|const (handler)\b)/;
  const bare = shipped.flatMap((file) => {
    const lines = text(file).split('\n');
    const documented = new Set<string>();
    return lines.flatMap((line, i) => {
      const [, name = ''] = exported.exec(line)?.filter(Boolean) ?? [];
      // The first of several overloads speaks for them all.
      if (name && lines[i - 1]?.trimEnd().endsWith('*/')) documented.add(name);
      return name && !documented.has(name) ? [`${file}:${i + 1} ${name}`] : [];
    });
  });
  expect(bare).toEqual([]);
});

test('every folder of the house that holds something explains itself', () => {
  const folders = new Set(files.flatMap((file) => /^(functions|statemachines|lib\/[^/]+)\//.exec(file)?.[1] ?? []));
  const missing = [...folders].filter((folder) => !files.includes(`${folder}/README.md`));
  expect(missing).toEqual([]);
  expect(['README.md', 'LICENSE', 'CHANGELOG.md'].filter((name) => !files.includes(name))).toEqual([]);
});

test('README is at most 110 lines with one picture, and leads to every guide', () => {
  const page = text('README.md');
  expect(page.split('\n').length).toBeLessThanOrEqual(111);
  expect(page.match(/!\[/g)).toHaveLength(1);
  const guides = files.filter((file) => /^docs\/[^/]+\.md$/.test(file));
  expect(guides.filter((file) => !page.includes(`](${file})`))).toEqual([]);
});

test('every relative link of a page leads somewhere', () => {
  const dead = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...text(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map(([, link]) => ({ file, link: link! }))
        .filter(({ link }) => !existsSync(join(root, dirname(file), decodeURI(link)))),
    );
  expect(dead).toEqual([]);
});

test('every file that a page names exists', () => {
  // The changelog and the glossary's renames tell of files that were; examples are of a reader's own.
  const past = ['CHANGELOG.md', 'docs/glossary.md'];
  const examples = ['./x.ts', 'test/functions/first.test.ts'];
  const unknown = files
    .filter((file) => file.endsWith('.md') && !past.includes(file))
    .flatMap((page) =>
      [...text(page).matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|pl|yml))`/g)]
        .map(([, path = '']) => ({ page, path }))
        .filter(
          ({ path }) => !examples.includes(path) && !files.some((file) => file === path || file.endsWith(`/${path}`)),
        ),
    );
  expect(unknown).toEqual([]);
});

test('package.json pins every package exactly', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text('package.json'));
  const pinned = /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
  const loose = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(loose.filter(([, version]) => !pinned.test(version))).toEqual([]);
});

test('package-lock.json holds every optional package of every package, without which npm ci refuses', () => {
  const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, Locked> };
  const held = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).flatMap((name) => (held.has(name) ? [] : [`${path} → ${name}`])),
  );
  expect(missing).toEqual([]);
});

interface Locked {
  optionalDependencies?: Record<string, string>;
}

test('an error class states its name: packaged code has no names of classes, and workflows and logs read it', () => {
  const classes = shipped.flatMap((file) =>
    [
      ...text(file).matchAll(
        /^(?:export )?class (\w+) extends \w*Error\b[^{]*\{(.*?)^\}|class \w+ extends \w*Error \{\}/gms,
      ),
    ].map(([, name = '', body = '']) => ({
      file,
      name,
      named: /^ {2}override readonly name|this\.name = /m.test(body),
    })),
  );
  expect(classes.length).toBeGreaterThan(20);
  expect(classes.filter(({ named }) => !named)).toEqual([]);
});

test('a comment has lines of at most 120 columns', () => {
  const long = source.flatMap((file) =>
    text(file)
      .split('\n')
      .flatMap((line, i) => (/^\s*(\/\*|\*|\/\/)/.test(line) && line.length > 120 ? [`${file}:${i + 1}`] : [])),
  );
  // The table of all keys is as wide as its columns.
  expect(long.filter((place) => !place.startsWith('lib/generated/store/keys.ts:'))).toEqual([]);
});

test('whatever the rules of time let through says why, in a test alone', () => {
  const among = source.filter((file) => !planted.includes(file));
  const excused = among.flatMap((file) =>
    [...text(file).matchAll(/biome-ignore(?:-all)? lint\/plugin(\S*) (.*)/g)].map(([, part, reason = '']) => ({
      file,
      reason: part === ':' ? reason : '',
    })),
  );
  expect(excused.filter(({ file }) => !file.startsWith('test/'))).toEqual([]);
  expect(excused.filter(({ reason }) => reason.length < 8)).toEqual([]);
  expect(excused.length).toBeLessThanOrEqual(50);
});
