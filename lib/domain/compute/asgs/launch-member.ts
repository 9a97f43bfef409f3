import { refuseSuspended } from '#lib/domain/billing/wallets/afford.ts';
import { launchInstance } from '#lib/domain/compute/instances/launch.ts';
import type { Commit, Context } from '#lib/domain/platform/context.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newMemberToken } from '#lib/model/platform/ids.ts';
import type { AsgRecord, Member } from '#lib/store/compute/asgs.ts';
import { begun, type Change, changed, claim, claimed, failed, GroupChanged } from './changes.ts';
import type { Situation } from './situation.ts';

/**
 * Launches a member in one transaction with the group's own record, so that neither a machine without a group nor a
 * member without a machine can exist. A refused launch is recorded as a failure.
 */
export async function launchMember({ group, now }: Situation): Promise<void> {
  try {
    await launchInstance(launchContext(group, now), {
      name: `${group.name}-${newMemberToken()}`,
      instance_type_id: group.instance_type_id,
      image_id: group.image_id,
      ssh_key_id: group.ssh_key_id ?? undefined,
      vpc_id: group.vpc_id,
      user_data: group.user_data ?? undefined,
      run_entrypoint: group.run_entrypoint,
      firewall_rules: group.firewall_rules ?? undefined,
      tags: group.tags ?? {},
      termination_protection: false,
      asg_id: group.id,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The group has changed or is busy. That is not a failed launch.
    if (error.code === 'operation_in_progress') throw new GroupChanged(group.id);
    await claimed(group, failed(group, {}, error.message, now));
  }
}

/** The context of the group's launches: it commits the instance together with its place in the group. */
function launchContext(group: AsgRecord, now: Date): Context {
  const context = systemContext(group.account_id, now);
  const commit = <T>(effect: Commit<T>): Promise<T> => {
    const { id } = effect.reply as Instance;
    const groupWrites = [...claim(group, withNewMember(group, id, now)), refuseSuspended(group.account_id)];
    return context.commit({ ...effect, writes: [...groupWrites, ...effect.writes] });
  };
  return { ...context, principal: { ...context.principal, name: group.id }, commit };
}

function withNewMember(group: AsgRecord, instance_id: string, now: Date): Change {
  const member: Member = {
    instance_id,
    state: 'pending',
    healthy: null,
    epoch: group.epoch,
    launched_at: rfc3339(now),
    in_service_at: null,
    unwell_since: null,
    balancer: null,
    leaves_at: null,
  };
  const members = [...group.members, member];
  if (group.open_activity) return changed(group, { members }, now);
  return begun(group, { members }, { reason: 'config_change', message: `instance ${instance_id} launched` }, now);
}
