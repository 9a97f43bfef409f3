import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as attach } from '#functions/compute/elastic-ips/attach.ts';
import { handler as detach } from '#functions/compute/elastic-ips/detach.ts';
import { handler as show } from '#functions/compute/elastic-ips/show.ts';
import { describeMachine, settleConfiguration } from '#lib/domain/compute/jobs/describe.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { Client } from '#test/functions/compute/client.ts';

/** An account's elastic IPs, as its tests speak of them. */
export function addressesOf(mine: Client) {
  return {
    make: async (body: object = {}): Promise<ElasticIp> => (await mine(allocate, { body })).body,
    attach: ({ id }: Pick<ElasticIp, 'id'>, instance: Pick<Instance, 'id'>, headers = {}) =>
      mine(attach, { params: { id }, body: { instance_id: instance.id }, headers }),
    detach: ({ id }: Pick<ElasticIp, 'id'>, headers = {}) => mine(detach, { params: { id }, headers }),
    show: async ({ id }: Pick<ElasticIp, 'id'>) => (await mine(show, { params: { id } })).body,
  };
}

/** Acts as an instance's host on a configure job: reads the machine's desired state and reports that it is applied. */
export async function obey({ account_id, id }: Pick<Instance, 'account_id' | 'id'>): Promise<void> {
  await settleConfiguration(account_id, id, (await describeMachine(account_id, id))?.addresses ?? []);
}
