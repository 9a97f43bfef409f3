import type { AgentFaults } from '#lib/agent/faults.ts';
import type { AssignedBalancer } from '#lib/model/compute/host-messages.ts';
import type { BalancerSpec } from '#lib/runtime/balancer/spec.ts';
import { DriverError } from '#lib/runtime/driver.ts';

const where = 'load_balancer';

/** Silences the backends that are to be unhealthy by a fault (contract 4.11). */
export async function withFaults(
  faults: AgentFaults,
  { id, name }: Pick<AssignedBalancer, 'id' | 'name'>,
  spec: BalancerSpec,
): Promise<BalancerSpec> {
  if (!faults.isArmed(where)) return spec;
  const silenced = async ({ instance_id }: { instance_id: string }) => {
    const subject = { ids: [id, instance_id], names: [name] };
    return (await faults.ask({ where, outcomes: ['unhealthy'], subject, attempt: `${id} ${instance_id}` })) !== null;
  };
  const backends = spec.backends.map(async (one) => ((await silenced(one)) ? { ...one, silent: true } : one));
  return { ...spec, backends: await Promise.all(backends) };
}

/** Throws as a driver does that cannot serve a load balancer, where a fault has it so. */
export async function failByFault(faults: AgentFaults, { id, name }: { id: string; name: string }): Promise<void> {
  const struck = await faults.ask({ where, outcomes: ['error'], subject: { ids: [id], names: [name] } });
  if (struck) throw new DriverError('FAILED', 'its host cannot serve it: the balancer does not start');
}
