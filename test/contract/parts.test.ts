import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { partOf, testsOf } from '#test/run.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

test.each([
  ['test/lib/domain/billing/wallets/ledger.test.ts', 'billing'],
  ['test/functions/auth/billing/topups.test.ts', 'billing'],
  ['test/functions/auth/iam/users.test.ts', 'identity'],
  ['test/functions/scheduled/platform/outbox.test.ts', 'platform'],
  ['test/statemachines/scale.test.ts', 'compute'],
  ['test/lib/store/platform/write.test.ts', 'platform'],
  ['test/lib/local/dynamodb/table.test.ts', 'local'],
  ['test/contract/routes.test.ts', 'contract'],
  ['test/journeys/storage.test.ts', undefined],
  ['test/lib/agent/view.long.test.ts', undefined],
])('%s belongs to %s', (file, part) => {
  expect(partOf(file)).toBe(part);
});

test('every test of a function or a handler belongs to a part, which npm test runs alone', () => {
  const files = globSync('test/{lib,functions,statemachines,contract}/**/*.test.ts', { cwd: root });
  const short = files.filter((file) => !file.endsWith('.long.test.ts'));
  expect(short.filter((file) => partOf(file) === undefined)).toEqual([]);
  const parts = [...new Set(short.map((file) => partOf(file) ?? ''))];
  expect(parts.flatMap((part) => testsOf([part])).sort()).toEqual(short.sort());
  const page = readFileSync(join(root, 'test/README.md'), 'utf8');
  expect(parts.filter((part) => !page.includes(`\`${part}\``))).toEqual([]);
});
