import { beforeAll, describe, expect, test } from 'vitest';
import { type Finding, lint } from '#test/support/biome.ts';

const layers = ['agent', 'cli', 'deploy', 'domain', 'drivers', 'edge', 'local', 'model', 'runtime', 'store'];
const node = ['node:crypto', 'node:fs', 'node:fs/promises'];
const dynamodb = ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'];

/** Everything an import could name. */
const universe = [
  './sibling.ts',
  './deeper/file.ts',
  '../neighbour.ts',
  '../../further.ts',
  ...layers.map((layer) => `#lib/${layer}/some/file.ts`),
  '#lib/store/requests.ts',
  '#lib/store/table.ts',
  '#lib/runtime/registry.ts',
  ...['hosts', 'jobs', 'console'].map((verb) => `#lib/domain/compute/${verb}/file.ts`),
  '#functions/compute/instances/list.ts',
  '#statemachines/launch/boot.ts',
  '#test/support/table.ts',
  ...node,
  ...dynamodb,
  '@aws-sdk/client-secrets-manager',
  '@aws-sdk/client-sesv2',
  '@aws-sdk/client-sfn',
  '@dynoxide/linux-x64',
  '@lydell/node-pty',
  '@middy/core',
  '@node-rs/argon2',
  'asl-validator',
  'aws-lambda',
  'croner',
  'esbuild',
  'express',
  'fs',
  'jose',
  'jsonata',
  'nodemailer',
  'nodemailer/lib/mail-composer',
  'otplib',
  'saxes',
  'ssh2',
  'uqr',
  'ws',
  'yaml',
  'yazl',
  'zod',
];

const lib = (...names: string[]) =>
  names.flatMap((name) => [
    `#lib/${name}/some/file.ts`,
    ...(name === 'domain' ? ['hosts', 'jobs', 'console'].map((verb) => `#lib/domain/compute/${verb}/file.ts`) : []),
    ...(name === 'runtime' ? ['#lib/runtime/registry.ts'] : []),
    ...(name === 'store' ? ['#lib/store/requests.ts', '#lib/store/table.ts'] : []),
  ]);
const driver = [...lib('drivers', 'model'), ...node];

/** The table of the house: each folder, and what of the universe may be imported there. */
const table: Record<string, string[]> = {
  'functions/compute/instances': [...lib('edge', 'domain', 'model'), 'zod'],
  'statemachines/launch': [...lib('edge', 'domain', 'model'), 'zod'],
  'lib/edge': [
    ...lib('edge', 'domain', 'drivers', 'model'),
    '#lib/store/requests.ts',
    '@middy/core',
    'aws-lambda',
    'zod',
    'node:crypto',
  ],
  'lib/domain/compute/instances': lib('domain', 'store', 'drivers', 'model'),
  'lib/store': [...lib('store', 'model'), ...dynamodb],
  'lib/drivers/clocks': driver,
  'lib/drivers/tokens': [...driver, 'jose'],
  'lib/drivers/passwords': [...driver, '@node-rs/argon2'],
  'lib/drivers/totp': [...driver, 'otplib', 'uqr'],
  'lib/drivers/payments': driver,
  'lib/drivers/cron': [...driver, 'croner'],
  'lib/drivers/mail': [...driver, 'nodemailer', 'nodemailer/lib/mail-composer', '@aws-sdk/client-sesv2'],
  'lib/drivers/secrets': [...driver, '@aws-sdk/client-secrets-manager'],
  'lib/drivers/workflows': [...driver, '@aws-sdk/client-sfn'],
  'lib/drivers/xml': [...driver, 'saxes'],
  'lib/agent/console': [
    ...lib('agent', 'runtime', 'drivers', 'model'),
    ...['hosts', 'jobs', 'console'].map((verb) => `#lib/domain/compute/${verb}/file.ts`),
    ...node,
    'ssh2',
    'ws',
  ],
  'lib/runtime/drivers/container': [...lib('runtime', 'model'), ...node, 'ssh2', '@lydell/node-pty'],
  'lib/local': [
    ...lib('local', 'drivers', 'model'),
    '#lib/store/table.ts',
    '#lib/runtime/registry.ts',
    ...node,
    '@dynoxide/linux-x64',
    'asl-validator',
    'jsonata',
    'yaml',
  ],
  'lib/deploy': [...lib('deploy', 'model'), ...node, 'esbuild', 'yazl', 'yaml'],
  'lib/cli': [...lib('cli', 'model'), ...node],
  'lib/model': [...lib('model'), 'zod', 'node:crypto'],
  'test/lib/edge': universe.filter((name) => !name.startsWith('../')),
};

const inside = ['./sibling.ts', './deeper/file.ts'];

describe('imports go down only', () => {
  let findings: Finding[];

  beforeAll(async () => {
    const planted = universe.map((name) => `import '${name}';\n`).join('');
    const files = Object.fromEntries(Object.keys(table).map((folder) => [`${folder}/planted.ts`, planted]));
    findings = await lint(files, ['style/noRestrictedImports']);
  });

  test.each(Object.entries(table))(
    '%s: Biome refuses all that its row does not name, and nothing else',
    (folder, row) => {
      const refused = findings
        .filter(({ file }) => file === `${folder}/planted.ts`)
        .map(({ line }) => universe[line - 1]);
      const allowed = new Set([...inside, ...row]);
      expect(refused.sort()).toEqual(universe.filter((name) => !allowed.has(name)).sort());
    },
  );

  test('every row names only what the universe holds', () => {
    expect(Object.values(table).flat()).toSatisfy((names: string[]) => names.every((name) => universe.includes(name)));
  });

  test('the refusal says what the folder may import', () => {
    const found = findings.find(({ file, line }) => file.startsWith('lib/store/') && universe[line - 1] === 'jose');
    expect(found?.message).toBe('Imports go down only: lib/store may import lib/model and the DynamoDB SDK.');
  });
});

test.each([
  ['import type', "import type { A } from 'jose';\nexport type B = A;\n"],
  ['re-export', "export { a } from 'jose';\n"],
  ['dynamic import', "export const a = await import('jose');\n"],
])('a forbidden %s is refused like an import', async (_form, text) => {
  const found = await lint({ 'lib/domain/planted.ts': text }, ['style/noRestrictedImports']);
  expect(found).toMatchObject([{ line: 1, rule: 'lint/style/noRestrictedImports' }]);
});
