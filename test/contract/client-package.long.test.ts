import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, openBrowser } from '#test/support/browser/browser.ts';
import { blocksOf } from '#test/support/documents/documents.ts';
import { Reader } from '#test/support/documents/reader.ts';
import { ask, demand } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/* The packed client in folders of strangers, who have nothing of this checkout. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const blocks = blocksOf('docs/client.md');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packed = `svc-cloud-client-${version}.tgz`;
let dir: string;
let tarball: string;
let platform: RunningPlatform;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-client-'));
  tarball = execFileSync(process.execPath, ['lib/deploy/npm/client.ts', dir], { cwd: root, encoding: 'utf8' }).trim();
});
afterAll(async () => {
  await platform?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** A folder with the package, as npm installs it. */
function stranger(name: string): string {
  const folder = join(dir, name);
  mkdirSync(folder);
  copyFileSync(tarball, join(folder, packed));
  const install = ['install', '--no-audit', '--no-fund', `./${packed}`];
  execFileSync('npm', install, { cwd: folder, stdio: 'ignore' });
  return folder;
}

const installed = (folder: string, file: string) =>
  readFileSync(join(folder, 'node_modules/svc-cloud-client', file), 'utf8');

test('the package has its name, its version and its doors, and nothing of this checkout', () => {
  const folder = stranger('contents');
  expect(JSON.parse(installed(folder, 'package.json'))).toEqual({
    name: 'svc-cloud-client',
    version,
    description: expect.any(String),
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: {
      '.': { types: './types/client/index.d.ts', default: './index.js' },
      './node': { types: './types/client/node/node-fetch.d.ts', default: './node.js' },
    },
  });
  const files = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n').sort();
  const declarations = files.filter((file) => file.endsWith('.d.ts'));
  expect(files.filter((file) => !declarations.includes(file))).toEqual(
    ['LICENSE', 'README.md', 'index.js', 'node.js', 'package.json'].map((file) => `package/${file}`),
  );
  const foreign = files
    .filter((file) => /\.(js|ts)$/.test(file))
    .filter((file) => /['"]#lib|['"][^'"]+\.ts['"]/.test(installed(folder, file.replace('package/', ''))));
  expect(foreign).toEqual([]);
});

test('a page loads at most 10 KB of it, and none of Node', () => {
  const script = installed(stranger('weight'), 'index.js');
  expect(gzipSync(script).length).toBeLessThan(10_240);
  // A route ends in the word.
  expect(script).not.toMatch(/\bimport\b(?!")|\brequire\(|\bprocess\b|\bBuffer\b/);
});

test('the same sources make the same package', () => {
  const again = join(dir, 'again');
  execFileSync(process.execPath, ['lib/deploy/npm/client.ts', again], { cwd: root });
  expect(readFileSync(join(again, packed)).equals(readFileSync(tarball))).toBe(true);
});

describe('strict types, with the packed declarations alone', () => {
  const strict = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    ...{ target: 'es2023', module: 'nodenext', noEmit: true },
  };

  /** What tsc says of these files in a folder of a stranger. */
  function compile(name: string, files: Record<string, string>, options: object): string {
    const folder = stranger(name);
    if (name.includes('Node')) {
      mkdirSync(join(folder, 'node_modules/@types'));
      for (const types of ['@types/node', 'undici-types'])
        symlinkSync(join(root, 'node_modules', types), join(folder, 'node_modules', types));
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const config = { compilerOptions: { ...strict, ...options }, files: Object.keys(files) };
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' }).stdout;
  }

  const examples = {
    'documented.ts': blocks.filter(({ language }) => language === 'ts').map(({ text }) => text)[0] ?? '',
    'calls.ts': readFileSync(join(root, 'test/contract/client-calls.ts'), 'utf8').replace(
      /'#lib\/client\/[\w/-]+\.ts'/g,
      "'svc-cloud-client'",
    ),
  };

  test('of a browser', () => {
    expect(compile('a browser', examples, { lib: ['es2023', 'dom'], types: [] })).toBe('');
  });

  test('of Node', () => {
    const own =
      "import { createClient } from 'svc-cloud-client';\nimport { nodeFetch } from 'svc-cloud-client/node';\n";
    const files = { ...examples, 'own.ts': `${own}createClient({ baseUrl: 'http://x', fetch: nodeFetch() });\n` };
    expect(compile('Node', files, { lib: ['es2023'], types: ['node'] })).toBe('');
  });

  test('and what is wrong is found', () => {
    const wrong = examples['documented.ts'].replace('price_hourly_paise', 'price_hourly_rupees');
    expect(compile('a mistake', { 'wrong.ts': wrong }, { lib: ['es2023', 'dom'], types: [] })).toMatch(
      /^wrong\.ts\(\d+,\d+\): error TS2551: Property 'price_hourly_rupees' does not exist/,
    );
  });
});

/** Programs named node on this machine, by their major version. */
const nodes = new Map(
  [process.execPath, ...spawnSync('which', ['-a', 'node'], { encoding: 'utf8' }).stdout.trim().split('\n')].map(
    (path) => [spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.split('.')[0] ?? '', path],
  ),
);

describe.each(['v20', 'v24'])('the blocks of docs/client.md, on Node %s', (version) => {
  const path = nodes.get(version);

  test.skipIf(path === undefined)('do as printed', async () => {
    platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.02' } });
    const home = join(dir, `home-${version}`);
    const bin = join(home, 'bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(path ?? '', join(bin, 'node'));
    copyFileSync(tarball, join(home, packed));
    const reader = new Reader(home, [], { PATH: [bin, process.env.PATH].join(delimiter) });
    try {
      for (const block of blocks.filter(({ language }) => ['sh', 'js'].includes(language))) {
        const text = block.text.replaceAll('http://localhost:3000', platform.baseUrl);
        const { faults, output } = await reader.paste({ ...block, text });
        expect({ line: block.line, faults, output }).toEqual({ line: block.line, faults: [], output });
      }
    } finally {
      reader.close();
      await platform.stop();
    }
  });
});

test.skipIf(!hasBrowser('the packed client'))('the page of docs/client.md does as printed', async () => {
  const script = installed(stranger('page'), 'index.js');
  const [page] = blocks.filter(({ language }) => language === 'html');
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated' } });
  const body = { email: 'asha@example.com', password: 'a long passphrase' };
  demand(await ask(platform.baseUrl, '/auth/register', { method: 'POST', body }), 201);
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage();
    await tab.setRequestInterception(true);
    tab.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/page.html') return void request.respond({ contentType: 'text/html', body: page?.text ?? '' });
      if (pathname === '/svc-cloud-client/index.js')
        return void request.respond({ contentType: 'text/javascript', body: script });
      return void request.continue();
    });
    await tab.goto(`${platform.baseUrl}/page.html`);
    await tab.waitForFunction("document.querySelector('#who').textContent === 'asha@example.com'");
  } finally {
    await browser.close();
    await platform.stop();
  }
});
