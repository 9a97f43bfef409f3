import { recordSamples } from '#lib/domain/compute/metrics/record.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { aligned, civilSeconds, every10, usage } from '#test/support/billing/usage.ts';

/** Stores samples as the agent would: the instance has been this busy for so many seconds up to now (civil clock). */
export function busy(
  { account_id, id }: Pick<Instance, 'account_id' | 'id'>,
  { cpu = 1, ram = 1 }: { cpu?: number; ram?: number },
  seconds = 300,
): Promise<void> {
  const to = aligned(civilSeconds(), 10);
  const points = every10(to - seconds, to, () => cpu);
  return recordSamples(
    account_id,
    id,
    points.map(({ at }) => ({ at, usage: { ...usage(cpu), ram_percent: ram } })),
  );
}
