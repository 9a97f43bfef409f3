import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/asg/delete.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { getLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import { documents } from '#lib/store/platform/client.ts';
import { type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { asgOf, look, newAsg, settled } from '#test/support/compute/asgs.ts';
import { recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let me: SignedUp;
let mine: Client;
let balancer: string;
/** Items that one transaction names twice, which DynamoDB refuses whatever they are to become. */
let twice: string[];
beforeEach(async () => {
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  await standInHost();
  const body = { name: 'front', listeners: [{ protocol: 'http', port: 8000 }] };
  balancer = (await expectStatus(201, mine(createBalancer, { body }))).id;
  twice = [];
  documents().middlewareStack.add(
    (next) => (args) => {
      twice.push(...namedTwice(args.input as Transaction));
      return next(args);
    },
    { step: 'initialize', name: 'named-twice' },
  );
});
afterEach(() => {
  documents().middlewareStack.remove('named-twice');
});

type Named = { Key?: { pk: string; sk: string }; Item?: { pk: string; sk: string } };
type Transaction = { TransactItems?: Record<string, Named>[] };

function namedTwice({ TransactItems = [] }: Transaction): string[] {
  const names = TransactItems.flatMap(Object.values).map(({ Key, Item }: Named) => {
    const { pk, sk } = Key ?? Item ?? { pk: '', sk: '' };
    return `${pk} ${sk}`;
  });
  return names.filter((name, at) => names.indexOf(name) < at);
}

const backends = async () => (await getLoadBalancer(me.account_id, balancer))?.backends ?? {};

/** Ends a requested termination. */
async function endOf(instance_id: string): Promise<void> {
  const { account_id } = me;
  const { operation } = await recordOf({ account_id, id: instance_id });
  await settleTerminated({ account_id, instance_id, operation: operation?.id ?? '', options: {} });
}

const leaves: [string, (group: Asg) => Promise<Reply>][] = [
  ['is released', ({ id }) => mine(remove, { params: { id }, query: { keep_instances: 'true' } })],
  ['is deleted with its group', ({ id }) => mine(remove, { params: { id } })],
  [
    'moves to no load balancer',
    ({ id }) => mine(update, { params: { id }, body: { load_balancer_id: null, backend_port: null } }),
  ],
  ['is one too many', ({ id }) => mine(update, { params: { id }, body: { desired_capacity: 1 } })],
];

test.each(leaves)('a member that is terminated while it %s leaves the load balancer once', async (_, leave) => {
  const group = await newAsg(me, { load_balancer_id: balancer, backend_port: 8080 });
  await settled(group);
  const [first = '', second = ''] = (await asgOf(group)).members.map(({ instance_id }) => instance_id);
  expect(Object.keys(await backends()).sort()).toEqual([first, second].sort());
  await expectStatus(200, mine(terminate, { params: { id: first } }));
  await expectStatus(200, leave(group));
  const outcomes = await Promise.allSettled([endOf(first), look(group), look(group)]);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect((await recordOf({ account_id: me.account_id, id: first })).status).toBe('terminated');
  expect(await backends()).not.toHaveProperty(first);
  expect(twice).toEqual([]);
});
