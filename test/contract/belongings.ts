import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as listSessions } from '#functions/auth/sessions/list.ts';
import { handler as invite } from '#functions/auth/team/invite.ts';
import { handler as createWebhook } from '#functions/auth/webhooks/create.ts';
import { handler as testWebhook } from '#functions/auth/webhooks/test.ts';
import { handler as createAsg } from '#functions/compute/asg/create.ts';
import { handler as putRule } from '#functions/compute/autoscaling/put.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as listRules } from '#functions/compute/firewall/list.ts';
import { handler as createSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as importKey } from '#functions/compute/ssh-keys/import.ts';
import { handler as createVolume } from '#functions/compute/volumes/create.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { callerOf, expectStatus, newName, newPolicy } from '#test/support/accounts/iam.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { joined } from '#test/support/accounts/teams.ts';
import { testGateway } from '#test/support/billing/gateway.ts';
import { toppedUp } from '#test/support/billing/topups.ts';
import { imported } from '#test/support/compute/certificates.ts';
import { createdImage } from '#test/support/compute/images.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { newBucket, newKey, newUpload } from '#test/support/storage/objects.ts';
import { paramsIn } from './samples.ts';

/** One of everything that an account may have, by the segment of the path under which it is found. */
export type Belongings = Record<string, string>;

/** Makes one of everything for an account whose owner's address is verified. */
export async function belongingsOf(owner: SignedUp): Promise<Belongings> {
  const root = callerOf(owner);
  const username = newName();
  const group = newName('group');
  await expectStatus(201, root(createUser, { body: { username } }));
  await expectStatus(201, root(createGroup, { body: { name: group } }));
  const key = await expectStatus(201, root(createKey, { params: { username } }));
  const sshKey = await expectStatus(201, root(importKey, { body: { name: 'laptop', public_key: newPublicKey() } }));
  const invited = await expectStatus(201, root(invite, { body: { email: newEmail(), role: 'viewer' } }));
  // The discard port of this machine: the delivery fails at once, and is kept.
  const webhook = await expectStatus(201, root(createWebhook, { body: { url: 'https://localhost:9/in' } }));
  const machine = await launched(owner);
  const { id: instance_id } = machine;
  // Without a boot it has no console log.
  await putInto(machine, { launched_at: machine.created_at });
  const balancer = { name: 'front', listeners: [{ protocol: 'http', port: 8080 }], backends: [{ instance_id }] };
  const elasticIp = await expectStatus(201, root(allocate));
  const copied = await launched(owner);
  await putInto(copied, up);
  const snapshot = await expectStatus(201, root(createSnapshot, { params: { id: copied.id } }));
  const topup = await toppedUp(await testGateway(), owner);
  const volume = await expectStatus(201, root(createVolume, { body: { name: 'data', size_gib: 1 } }));
  const types = { instance_type_id: 's1-nano', image_id: 'ubuntu-24.04' };
  const scaling = { ...types, name: 'web', min_size: 0, max_size: 1 };
  const rule = {
    metric: 'cpu',
    scale_up_percent: 80,
    scale_down_percent: 20,
    min_instance_type_id: 's1-nano',
    max_instance_type_id: 's1-large',
  };
  await expectStatus(200, root(putRule, { params: { id: instance_id }, body: rule }));
  const bucket = await newBucket(owner);
  return {
    buckets: bucket,
    'bucket-keys': (await newKey(owner, bucket)).access_key_id,
    'multipart-uploads': (await newUpload(owner, bucket, { key: 'a', parts: 1 })).upload_id,
    asg: (await expectStatus(201, root(createAsg, { body: scaling }))).id,
    'elastic-ips': elasticIp.id,
    rules: (await expectStatus(200, root(listRules, { params: { id: instance_id } }))).rules[0].id,
    instances: instance_id,
    snapshots: snapshot.id,
    volumes: volume.id,
    images: (await createdImage(owner)).id,
    backends: instance_id,
    'load-balancers': (await expectStatus(201, root(createBalancer, { body: balancer }))).id,
    certificates: (await imported(owner)).id,
    vpcs: (await expectStatus(201, root(createVpc, { body: { name: 'second' } }))).id,
    'ssh-keys': sshKey.id,
    users: username,
    'access-keys': key.access_key_id,
    policies: await newPolicy(owner),
    groups: group,
    sessions: (await expectStatus(200, root(listSessions))).sessions[0].id,
    invites: invited.id,
    members: (await joined(owner)).member_id,
    webhooks: webhook.id,
    deliveries: (await expectStatus(201, root(testWebhook, { params: { id: webhook.id } }))).id,
    orders: topup.id,
    invoices: topup.invoice_id ?? '',
  };
}

/** Segments that name something else in a folder: members of a group are users, those of a team are not. */
const elsewhere: readonly [folder: string, segment: string, kind: string][] = [
  ['/groups/', 'members', 'users'],
  ['/storage/', 'access-keys', 'bucket-keys'],
];

/** The kind of thing that each parameter of a path names: the segment before it. */
export function kindsOf(path: string): [name: string, kind: string][] {
  return paramsIn(path).map((name) => {
    const kind = (path.split(`/{${name}}`)[0] ?? '').split('/').at(-1) ?? '';
    return [name, elsewhere.find(([folder, segment]) => kind === segment && path.includes(folder))?.[2] ?? kind];
  });
}
