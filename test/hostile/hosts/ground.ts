import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { HostLink } from '#lib/agent/link/link.ts';
import { LinkError } from '#lib/agent/link/link-error.ts';
import { enrolHost } from '#lib/domain/compute/hosts/join.ts';
import type { HostRoute } from '#lib/model/compute/host-api.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { jobKinds } from '#lib/model/compute/job.ts';
import { putHostConsole } from '#lib/store/compute/host-consoles.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { putJob } from '#lib/store/compute/jobs.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { changeHost, direct, newHostKey } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

/** Every route that a host calls once it is one. */
export type Called = Exclude<HostRoute, 'joinHosts'>;

/** A host of the platform, with the key that signs its calls. */
export interface Armed extends ReturnType<typeof newHostKey> {
  readonly id: string;
  readonly epoch: number;
  readonly link: HostLink;
}

/** Two hosts. On one there is one of everything; the other was taken over. */
export interface Ground {
  readonly victim: Armed;
  readonly attacker: Armed;
  readonly owner: SignedUp;
  /** Names of what the victim has, for the places of paths. */
  readonly theirs: { operation: string; step: string; instance: string; balancer: string; console: string };
}

/** Makes the ground anew. The attacker joins last: what was launched before is the victim's. */
export async function makeGround(): Promise<Ground> {
  await testTable();
  const owner = await signedUp();
  const victim = await armed('host-victim');
  const instance = await launched(owner);
  await putInto(instance, up);
  const balancer = await call(create, {
    bearer: owner.bearer,
    body: { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] },
  });
  if (balancer.status !== 201) throw new Error(JSON.stringify(balancer.body));
  const theirs = {
    operation: 'op-1',
    step: 'start',
    instance: instance.id,
    balancer: balancer.body.id,
    console: 'req-1',
  };
  await transact([jobOf(victim, instance, theirs), consoleOf(victim, instance, owner, theirs.console)]);
  const attacker = await armed('host-attacker');
  return { victim, attacker, owner, theirs };
}

/** A host with the key that signs its calls. */
export async function armed(id: string, room: Parameters<typeof standInHost>[0] = {}): Promise<Armed> {
  await standInHost({ ...room, id });
  const pair = newHostKey();
  await enrolHost(id, pair.public_key);
  await changeHost(id, { job_kinds: [...jobKinds] });
  const epoch = (await getHost(id))?.epoch ?? 0;
  const link = new HostLink({ hostId: id, key: pair.key, audience: 'svc', transport: direct });
  link.begin(epoch);
  return { ...pair, id, epoch, link };
}

const later = 4_000_000_000;

const jobOf = (host: Armed, instance: Instance, { operation, step }: Ground['theirs']) =>
  putJob({
    host_id: host.id,
    operation,
    step,
    token: 'token-of-the-workflow',
    account_id: instance.account_id,
    kind: 'start',
    instance_id: instance.id,
    state: 'taken',
    epoch: host.epoch,
    outcome: null,
    created_at: '2026-11-23T10:00:00Z',
    ttl: later,
  });

const consoleOf = (host: Armed, instance: Instance, { account_id }: SignedUp, id: string) =>
  putHostConsole({
    host_id: host.id,
    id,
    instance_id: instance.id,
    grant: { type: 'root', account_id } as never,
    principal: { type: 'root', id: account_id, name: 'root', account_id, access_key_id: null } as never,
    path: '/',
    source_ip: '127.0.0.1',
    user_agent: '',
    ttl: later,
  });

/** A call of any route, whatever it is. */
export const callOf = (link: HostLink, name: Called, input: object, params: object): Promise<unknown> =>
  (link.call as (name: string, input: unknown, params: unknown) => Promise<unknown>).call(link, name, input, params);

/** How a call ends: its reply, or the status and the code of its refusal. */
export const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (error instanceof LinkError) return `${error.status} ${error.code}`;
    throw error;
  });
