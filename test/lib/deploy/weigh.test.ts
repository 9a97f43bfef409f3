import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closure } from '#lib/deploy/bundle.ts';
import { loading, weigh } from '#lib/deploy/weigh.ts';
import { readFunctions, readModules } from '#test/support/platform/functions.ts';
import { makeService, type Service, things } from './service.ts';

const sdk = "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';\n";
let service: Service;
let weighed: Awaited<ReturnType<typeof weigh>>;

beforeAll(async () => {
  service = makeService({
    ...things,
    'functions/things/show.ts': `${sdk}
      export const handler = async () => [DynamoDBClient.name, (await import('./later.ts')).later];\n`,
    'functions/things/later.ts': `export const later = '${'x'.repeat(5000)}';\n`,
    'functions/things/odd.ts': "export class Odd extends Error { override readonly name = 'Odd'; }\n",
    'functions/things/is-odd.ts':
      "import { Odd } from './odd.ts';\nexport const isOdd = (it: unknown) => it instanceof Odd;\n",
    'functions/things/launch.ts': `import { Odd } from './odd.ts';
       export const handler = async () => [String(new Odd('x')), (await import('./is-odd.ts')).isOdd(new Odd())];\n`,
    'functions/things/any.ts': "import { hex } from './old.cjs';\nexport const handler = async () => hex('a');\n",
    'functions/things/old.cjs':
      "const { hash } = require('crypto');\nexports.hex = (text) => require('node:util').format(hash('md5', text));\n",
  });
  weighed = await weigh({ root: service.dir, modules: readModules(service.dir), into: join(service.dir, '.build') });
  // It bundles the service twice, and esbuild shares the processor with other tests.
}, 180_000);

afterAll(() => service.remove());

const weightOf = (module: string) => weighed.weights.find((weight) => weight.module === module)!;

test('every function of functions.yml is weighed, its file once', () => {
  expect([...readFunctions(service.dir).keys()]).toHaveLength(11);
  expect(weighed.weights.map(({ module }) => module)).toEqual([
    'functions/hosts/beat',
    'functions/scheduled/outbox',
    'functions/things/any',
    'functions/things/launch',
    'functions/things/login',
    'functions/things/register',
    'functions/things/show',
    'statemachines/launch-thing/boot',
  ]);
});

test('the SDK counts in `whole` alone, machine code by name, and what is imported later not at all', () => {
  expect(weightOf('functions/things/login').native).toEqual([expect.stringMatching(/^native\/argon2\./)]);
  expect(weightOf('functions/things/any').native).toEqual([]);
  const { own, whole } = weightOf('functions/things/show');
  expect(own).toBeLessThan(2000);
  expect(whole).toBeGreaterThan(100_000);
  const files = (when: 'now' | 'ever') => [...closure(weighed.own, 'functions/things/show', when)];
  expect(files('now')).not.toContainEqual(expect.stringMatching(/later/));
  expect(files('ever')).toContainEqual(expect.stringMatching(/^chunks\/things\/later-/));
});

test('minified code keeps the name that an error states, which workflows and logs read', async () => {
  const { handler } = await import(join(weighed.whole.outdir, 'functions/things/launch.mjs'));
  expect(await handler()).toEqual(['Odd: x', expect.anything()]);
});

test('CommonJS gets Node’s own modules by require', async () => {
  const { handler } = await import(join(weighed.own.outdir, 'functions/things/any.mjs'));
  expect(await handler()).toBe('0cc175b9c0f1b6a831c399e269772661');
});

test('loading is timed in a fresh process, and a handler that does not load is an error', async () => {
  const { ms, ofBefore } = await loading(weighed.own, 'functions/things/show', service.dir, { runs: 1 });
  expect(ms).toBeGreaterThan(0);
  expect(ofBefore).toBeGreaterThan(0);
  await expect(loading(weighed.own, 'functions/things/absent', service.dir, { runs: 1 })).rejects.toThrow(
    'ERR_MODULE_NOT_FOUND',
  );
});

test('a handler is loaded from few files, and what is imported later shares what it has', async () => {
  for (const { module, files } of weighed.weights) expect(files, module).toBeLessThan(6);
  const loaded = [...closure(weighed.own, 'functions/things/login', 'now')].filter((path) => path.endsWith('.mjs'));
  expect(weightOf('functions/things/login').files).toBe(loaded.length);
  const { handler } = await import(join(weighed.own.outdir, 'functions/things/launch.mjs'));
  expect(await handler()).toEqual([expect.anything(), true]);
});
