import type { Client } from '#lib/client/client.ts';
import { createClient } from '#lib/client/client.ts';

/*
 * Calls that compile as they are written, without a cast, and mistakes that do not. It is compiled with the sources,
 * and by client-package.long.test.ts with the packed declarations alone; nothing runs it.
 */

const launch = { name: 'a', instance_type_id: 's1-nano', image_id: 'debian-12' };

/** Calls of every shape. */
export async function calls(svc: Client = createClient({ baseUrl: 'http://localhost:3000' })): Promise<void> {
  const instance = await svc.launchInstance({ body: launch, wait: 25, idempotencyKey: 'k' });
  const status: 'running' | 'error' | string = instance.status;
  const port: number = instance.ssh_port;
  const tried = await svc.launchInstance({ body: launch, dryRun: true });
  const paise: number = tried.price_delta_paise_per_hour;
  const either = await svc.launchInstance({ body: launch, dryRun: port > 1 });
  const known: string = 'dry_run' in either ? either.would : either.id;
  const address: string = (await svc.allocateElasticIp()).address;
  const freed: boolean = (await svc.releaseElasticIp({ id: 'eip-1', dryRun: true })).dry_run;
  const login = await svc.login({ body: { email: 'a@example.com', password: 'b' } });
  const token: string = 'requires_2fa' in login ? login.pending_token : login.access_token;
  const gone = await svc.deleteVolume({ vol_id: 'vol-1' });
  const deleted: boolean = 'deleted' in gone && gone.deleted;
  const points: [string, number][] = (await svc.getInstanceMetrics({ id: 'i-1' })).series.cpu_percent;
  const link: string | undefined = (await svc.getInvoice({ id: 'inv-1' })).document?.url;
  const { body, etag, replayed } = await svc.request('getInstance', { id: 'i-1', signal: AbortSignal.timeout(1) });
  const priced: number = (await svc.request('launchInstance', { body: launch, dryRun: true })).body.cascade.length;
  await svc.updateInstance({ id: body.id, body: { tags: { a: 'b' } }, ifMatch: etag });
  for await (const { ssh_port } of svc.paginate('listInstances', { query: { 'tag.role': 'db', limit: 1 } }))
    ssh_port.toFixed();
  for await (const { key } of svc.paginate('listObjects', { name: 'b' })) key.trim();
  for await (const { common_prefixes } of svc.pages('listObjects', { name: 'b' })) common_prefixes.at(0)?.trim();
  const running = await svc.waitFor(svc.startInstance({ id: 'i-1', wait: 25 }), ['running', 'error']);
  await svc.waitFor(running, 'deleted', { onPoll: ({ status_reason }) => status_reason?.trim() });
  await svc.waitFor(svc.createBucket({ body: { name: 'b' } }), 'active');
  await mistakes(svc, [status, port, paise, known, address, freed, token, deleted, points, link, replayed, priced]);
}

async function mistakes(svc: Client, _: unknown[]): Promise<void> {
  // @ts-expect-error: no such operation.
  await svc.launchInstances();
  // @ts-expect-error: the body is missing.
  await svc.launchInstance({});
  // @ts-expect-error: no such field.
  await svc.launchInstance({ body: { ...launch, size: 1 } });
  // @ts-expect-error: no such option.
  await svc.terminateInstance({ id: 'i-1', dryrun: true });
  // @ts-expect-error: it cannot be tried.
  await svc.getInstance({ id: 'i-1', dryRun: true });
  // @ts-expect-error: the id is missing.
  await svc.getInstance();
  // @ts-expect-error: nothing changes.
  await svc.getInstance({ id: 'i-1', idempotencyKey: 'k' });
  // @ts-expect-error: a dry run is not an instance.
  (await svc.launchInstance({ body: launch, dryRun: true })).ssh_port.toFixed();
  // @ts-expect-error: not a list.
  svc.paginate('getInstance', { id: 'i-1' });
  // @ts-expect-error: the list is of something that has a name.
  svc.paginate('listObjects');
  // @ts-expect-error: the whole reply needs the same arguments.
  await svc.request('getInstance');
  // @ts-expect-error: no such status.
  await svc.waitFor(svc.getInstance({ id: 'i-1' }), 'runing');
  // @ts-expect-error: it has no status.
  await svc.waitFor(svc.getVpc({ id: 'vpc-1' }), 'deleted');
}
