import { handler as create } from '#functions/compute/asg/create.ts';
import { reconcile } from '#lib/domain/compute/asgs/reconcile.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { type AsgRecord, getAsg } from '#lib/store/compute/asgs.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { putInto, recordOf, up } from './instances.ts';

/** A body that the creation of a group accepts, with changes. A change to undefined removes the field. */
export const asgBody = (changes: object = {}) => ({
  name: 'web',
  instance_type_id: 's1-nano',
  image_id: 'ubuntu-24.04',
  min_size: 0,
  max_size: 4,
  desired_capacity: 2,
  ...changes,
});

type Group = Pick<Asg, 'account_id' | 'id'>;

/** Creates a group through the handler. Nothing is launched before `reconcile`. */
export async function newAsg({ bearer }: Pick<SignedUp, 'bearer'>, changes: object = {}): Promise<Asg> {
  const reply = await call(create, { bearer, body: asgBody(changes) });
  if (reply.status !== 201) throw new Error(`group: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** A group's record. Throws when there is none. */
export async function asgOf({ account_id, id }: Group): Promise<AsgRecord> {
  const record = await getAsg(account_id, id);
  if (!record) throw new Error(`no group ${id}`);
  return record;
}

/** Does what the scaling schedule does for one group. */
export const look = ({ account_id, id }: Group) => reconcile(account_id, id);

/** Brings every machine of a group to the end of its operation: up, or gone. */
export async function machinesArrive(group: Group): Promise<void> {
  for (const { instance_id } of (await asgOf(group)).members) {
    const instance = { account_id: group.account_id, id: instance_id };
    const { status } = await recordOf(instance);
    if (status === 'provisioning') await putInto(instance, up);
    if (status === 'terminating') await putInto(instance, { status: 'terminated', operation: null, placed: false });
  }
}

/** Evaluates the group and lets its machines arrive until no operation of it is open. Answers its record. */
export async function settled(group: Group): Promise<AsgRecord> {
  for (let round = 0; round < 60; round++) {
    await look(group);
    const record = await getAsg(group.account_id, group.id);
    if (!record || record.status === 'active' || record.status === 'error') return record as AsgRecord;
    await machinesArrive(group);
  }
  throw new Error(`group ${group.id} does not settle`);
}

/** The instances of a group's members, in the order in which they were launched. */
export const membersOf = async (group: Group): Promise<InstanceRecord[]> => {
  const { members } = await asgOf(group);
  return Promise.all(members.map(({ instance_id }) => recordOf({ account_id: group.account_id, id: instance_id })));
};
