import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type Node, shippedSources, sourceOf } from '#lib/check/syntax.ts';
import { root } from '#lib/generate/routes.ts';
import { documented } from '#lib/generate/settings.ts';
import type { Setting } from '#lib/model/platform/setting.ts';
import { nameOf, setting, settingOf, settings } from '#lib/model/platform/settings.ts';
import { driverChoices } from '#lib/runtime/registry.ts';

const entries = Object.entries<Setting<unknown>>(settings);
const sources = shippedSources();
const table = 'lib/model/platform/settings.ts';
/**
 * The command line and the platform for tests run in programs of others, and have variables of their own. The two
 * programs in plain JavaScript run on whatever Node there is, before the platform's own, which can read TypeScript.
 */
const ofCommandLine = 'lib/cli/config/environment.ts';
/** Terraform starts the provider, which has variables of Terraform's and those of the command line. */
const ofTerraform = 'lib/terraform/environment.ts';
const ofTests = ['lib/testing/checkout.ts', 'lib/testing/functions/environment.ts', 'lib/testing/process.ts'];
/** `npm run operator` gives the code of functions the table, as the stack gives it to a function. */
const ofOperators = 'lib/operator/main.ts';
const exceptions = ['lib/local/start.mjs', ofCommandLine, ofOperators, ofTerraform, ...ofTests];

/** Where the environment is read: `process.env`, however `process` is named or taken apart. */
function readsEnvironment(nodes: readonly Node[]): boolean {
  const named = (value: unknown, name: string) =>
    [(value as Node)?.name, (value as Node)?.value].includes(name) && (value as Node).type !== 'TemplateElement';
  return nodes.some(
    (node) =>
      (node.type === 'MemberExpression' && named(node.object, 'process') && named(node.property, 'env')) ||
      (node.type === 'VariableDeclarator' && named(node.init, 'process')) ||
      (node.type === 'ImportSpecifier' && named(node.imported, 'env')),
  );
}

test('one file reads the environment', () => {
  const readers = sources.filter(({ nodes }) => readsEnvironment(nodes));
  expect(readers.map(({ file }) => file)).toEqual([...exceptions, table].sort());
});

test.each([
  'const a = process.env.SVC_A;',
  "const a = process['env'].SVC_A;",
  'const { env } = process;',
  "import { env } from 'node:process';",
  'for (const name in process.env) f(name);',
])('%s reads it', (text) => {
  expect(readsEnvironment(sourceOf('a.ts', text).nodes)).toBe(true);
});

test('what hands the whole environment on, or takes one, is few files', () => {
  const takers = sources.filter(({ text }) => /\benvironment\(\)/.test(text));
  expect(takers.map(({ file }) => file)).toEqual([
    'lib/agent/main.ts',
    'lib/agent/svc-host/settings-file.ts',
    'lib/local/dev/variables.ts',
    'lib/local/hosts/start-agent.ts',
    'lib/local/platform.ts',
    'lib/local/plugin.ts',
    'lib/model/platform/generation.ts',
    'lib/model/storage/object-settings.ts',
  ]);
});

/** Variables of programs that the host agent starts; they never were in its own environment. */
const ofOthers = /^SVC_(INIT|MACHINE|ROOT|DEPLOY|EXPECT_COMPUTE)$/;

test('every variable that the code or the stack names is in the table, and every one of the table is named elsewhere', () => {
  const files = globSync('{lib,functions,statemachines}/**/*.{ts,mjs,yml}', { cwd: root }).filter(
    (file) => file !== table && !/^lib\/(cli|generate|terraform|testing)\//.test(file),
  );
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const named = new Set(text.match(/\b(SVC|AWS_ENDPOINT)_[A-Z0-9_]*[A-Z0-9](_<NAME>)?(?![A-Z0-9_])/g));
  expect([...named].filter((name) => !(name in settings) && !ofOthers.test(name))).toEqual([]);
  expect(entries.filter(([name]) => !text.includes(name)).map(([name]) => name)).toEqual([]);
});

test("docs/laptop.md lists a laptop's variables with their defaults", () => {
  const [, section = ''] = /\n## Settings\n(.*?)\n## /s.exec(readFileSync(join(root, 'docs/laptop.md'), 'utf8')) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  const own = entries.filter(([name]) => listed.includes(name));
  expect(listed).toEqual((documented().get('Set by the user of a laptop') ?? []).map(([name]) => name));
  for (const [name, { fallback }] of own.filter(
    ([, one]) => one.fallback !== undefined && String(one.fallback) !== '',
  )) {
    const row = rows.find((line) => line.includes(`\`${name}\``)) ?? '';
    expect({ name, default: row.split('|')[2]?.replaceAll('`', '').trim() }).toEqual({
      name,
      default: String(fallback),
    });
  }
});

test('every row says what it is for, who sets it, and what is allowed; a default is allowed', () => {
  const rows = [...documented()].flatMap(([heading, found]) => found.map(([name, words]) => [heading, name, words]));
  expect(rows.map(([, name]) => name)).toEqual(entries.map(([name]) => name));
  for (const row of rows) for (const words of row) expect(words, String(row)).toMatch(/^\S.*[^.\s]$/);
  for (const [name, { allowed, fallback, parse }] of entries) {
    expect(allowed, name).toMatch(/^\S.*[^.\s]$/);
    if (fallback !== undefined && String(fallback) !== '') expect(parse(String(fallback)), name).toEqual(fallback);
  }
});

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['SVC_PORT', '80', 80],
  ['SVC_PORT', ' 80 ', 80],
  ['SVC_PORT', ' ', 3000],
  ['SVC_CORS_ORIGINS', 'https://a.example, https://b.example,', ['https://a.example', 'https://b.example']],
  ['SVC_HOST_LIMITS', 'memory, disk', ['memory_limit', 'disk_limit']],
  ['SVC_HOST_LIMITS', 'none', []],
  ['SVC_WEBHOOK_HOSTS', 'Hooks.Corp., 10.1.0.0/16,fd00::7', ['hooks.corp', '10.1.0.0/16', 'fd00::7']],
  ['SVC_TABLE', '', undefined],
] as const)('%s of "%s" is %j, as it is at that moment', (name, text, value) => {
  vi.stubEnv(name, text);
  expect(setting(name)).toEqual(value);
  vi.stubEnv(name, undefined);
  expect(setting(name)).toEqual(settings[name].fallback);
});

test.each([
  ['SVC_PORT', '0', 'SVC_PORT: "0" is not a port (1 to 65535)'],
  ['SVC_BASE_URL', 'cloud', 'SVC_BASE_URL: "cloud" is not an http:// or https:// URL'],
  [
    'SVC_HOST_LIMITS',
    'memory,swap',
    'SVC_HOST_LIMITS: "memory,swap" is not none, or some of memory, cpu, disk, separated by commas',
  ],
  ['SVC_SIGNUP_CREDIT_PAISE', '1.5', 'SVC_SIGNUP_CREDIT_PAISE: "1.5" is not a whole number of paise'],
  ...['http://hooks.corp', 'hooks.corp:8443', '*.corp', '127.1', '10.1.0.0/33', '0x7f000001'].map(
    (text) =>
      [
        'SVC_WEBHOOK_HOSTS',
        text,
        `SVC_WEBHOOK_HOSTS: "${text}" is not names, addresses or blocks of addresses (10.1.0.0/16), separated by commas`,
      ] as const,
  ),
  ['SVC_MODE', 'remote', 'SVC_MODE: "remote" is not one of local'],
] as const)('%s of "%s" is refused', (name, text, message) => {
  vi.stubEnv(name, text);
  expect(() => setting(name)).toThrow(message);
});

test('one of a family is named by what stands for <NAME>', () => {
  expect(nameOf('STATE_MACHINE_<NAME>', 'scale-out')).toBe('STATE_MACHINE_SCALE_OUT');
  vi.stubEnv('SVC_QUOTA_ELASTIC_IPS', '7');
  expect(settingOf('SVC_QUOTA_<NAME>', 'elastic_ips')).toBe(7);
  vi.stubEnv('SVC_QUOTA_ELASTIC_IPS', '-1');
  expect(() => settingOf('SVC_QUOTA_<NAME>', 'elastic_ips')).toThrow(
    'SVC_QUOTA_ELASTIC_IPS: "-1" is not a whole number',
  );
});

test('SVC_COMPUTE takes every compute driver, and nothing else', () => {
  for (const word of driverChoices) expect(setting('SVC_COMPUTE', { SVC_COMPUTE: word })).toBe(word);
  const allowed = `SVC_COMPUTE: "vm" is not one of ${driverChoices.join(', ')}`;
  expect(() => setting('SVC_COMPUTE', { SVC_COMPUTE: 'vm' })).toThrow(allowed);
});
