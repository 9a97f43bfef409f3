import { handler as put } from '#functions/compute/autoscaling/put.ts';
import { type AutoscaleRuleRecord, readRule } from '#lib/store/compute/autoscale-rules.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { instance, mine, useInstance } from '#test/functions/compute/owner.ts';
import { putInto, recordOf, up } from '#test/support/compute/instances.ts';

/** Gives each test of a file an instance that can grow. */
export const useScaled = (): void => useInstance({ ram_mib: 16_384, vcpus: 8 }, { instance_type_id: 's1-small' });

export const params = () => ({ params: { id: instance.id } });

const desired = {
  metric: 'cpu',
  scale_up_percent: 80,
  scale_down_percent: 20,
  min_instance_type_id: 's1-nano',
  max_instance_type_id: 's1-large',
};

/** Sets the instance's rule, with changes. */
export const set = (changes: object = {}) => mine(put, { ...params(), body: { ...desired, ...changes } });

export const rule = async () => (await readRule(instance.account_id, instance.id)).rule as AutoscaleRuleRecord;

/** The instance's record. */
export const now = (): Promise<InstanceRecord> => recordOf(instance);

/** What the instance is driven through by its own workflows. */
export const arrives = async () => {
  const { status } = await now();
  await putInto(instance, status === 'stopping' ? { ...up, status: 'stopped', ssh_ready: false } : up);
};
