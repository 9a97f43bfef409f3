import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runtimePackages } from '#lib/agent/hosted/code-copy.ts';
import { bundleHost } from '#lib/deploy/host/bundle.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let dir: string;
let made: Metafile;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-host-bundle-'));
  made = await bundleHost(root, join(dir, 'svc-host.mjs'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The folder of `lib`, or the package, that a file is of. */
const originOf = (file: string) =>
  /^lib\/drivers\/\w+|^lib\/\w+|node_modules\/(?:@[\w-]+\/)?[\w.-]+/.exec(file)?.[0] ?? file;

test('svc-host holds the agent and the model, and no domain, no store and nothing of AWS', () => {
  const origins = [...new Set(Object.keys(made.inputs).map(originOf))].sort();
  expect(origins).toEqual([
    'lib/agent',
    'lib/drivers/clocks',
    'lib/model',
    'node_modules/jose',
    'node_modules/ws',
    'node_modules/zod',
  ]);
});

test('what it leaves outside is Node, the runtime, and the packages that are beside that', () => {
  const external = Object.values(made.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const others = external.filter((path) => !isBuiltin(path) && !path.startsWith('#lib/runtime/'));
  // What `ws` does without, where it is not there.
  const spared = ['bufferutil', 'utf-8-validate'];
  expect(others.filter((path) => ![...runtimePackages, ...spared].includes(path))).toEqual([]);
  expect(external).toContain('#lib/runtime/driver.ts');
});

test('it names no address of AWS', () => {
  expect(readFileSync(join(dir, 'svc-host.mjs'), 'utf8')).not.toMatch(/amazonaws|aws-sdk|DynamoDB/);
});
