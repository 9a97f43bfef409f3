import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { each, type Rehearsal } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { operateOn } from './operate.ts';
import { type Cascade, cascadeReferences } from './policy.ts';
import { findInstance, toInstance } from './resource.ts';
import { terminationOf } from './termination.ts';

export interface TerminateInput {
  id: string;
  /** Whether its volumes, or its snapshots, are also deleted. */
  delete_volumes?: boolean | undefined;
  delete_snapshots?: boolean | undefined;
}

/**
 * Terminates an instance in any status, and cancels its operation. One that is terminating or terminated is answered
 * unchanged. 409 protected while it has termination protection; `check` may refuse for other reasons.
 */
export function terminateInstance(
  context: Context,
  { id, delete_volumes = false, delete_snapshots = false }: TerminateInput,
  check?: (record: InstanceRecord) => void,
): Promise<Instance> {
  return retryOnConflict(async () => {
    const record = await findInstance(context, id);
    if (record.status === 'terminating' || record.status === 'terminated') {
      return context.commit({
        writes: [],
        reply: toInstance(record),
        version: record.version,
        rehearsal: { would: `nothing: instance ${id} is ${record.status}` },
      });
    }
    await context.refuseDenied(() => cascadeReferences(record, { delete_volumes, delete_snapshots }));
    return operateOn(context, record, {
      kind: 'terminate',
      action: 'terminate',
      status: 'terminating',
      leaves: true,
      options: {},
      check: (record) => {
        if (record.termination_protection) throw protectedError(id);
        check?.(record);
      },
      change: { ssh_ready: false, task: null, cascade: { volumes: delete_volumes, snapshots: delete_snapshots } },
      rehearse: (record) => rehearsed(record, { delete_volumes, delete_snapshots }),
    });
  });
}

/** The savings of a termination, and its effects on other resources. */
async function rehearsed(record: InstanceRecord, given: Cascade): Promise<Partial<Rehearsal>> {
  const { cascade, ...prices } = await terminationOf(record, given);
  return { ...prices, cascade: [...cascade, ...each('asg', record.asg_id ? [record.asg_id] : [], 'member replaced')] };
}

const protectedError = (id: string) =>
  new ApiError('protected', `instance ${id} has termination protection; PATCH termination_protection=false first`);
