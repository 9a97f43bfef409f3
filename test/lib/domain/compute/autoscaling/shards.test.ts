import { afterEach, expect, test, vi } from 'vitest';
import { type AutoscaleRuleRecord, putRule, readRule } from '#lib/store/compute/autoscale-rules.ts';
import { transact } from '#lib/store/platform/write.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { ruleOf } from '#test/support/compute/autoscale-rules.ts';

afterEach(() => vi.unstubAllEnvs());

test('a rule that is changed is put into its shard, wherever it was read', async () => {
  await testTable();
  const [account, instance] = ['123456789012', 'i-1'];
  await transact([putRule(undefined, ruleOf(account, instance))]);
  vi.stubEnv('SVC_SHARDS', '8');
  const { rule } = await readRule(account, instance);
  await transact([putRule(rule, { ...(rule as AutoscaleRuleRecord), enabled: false })]);
  const places = (await allItems()).map(({ gsi1pk, enabled }) => [gsi1pk, enabled]);
  expect(places).toEqual([[expect.stringMatching(/^AUTOSCALE#[0-7]$/), false]]);
});
