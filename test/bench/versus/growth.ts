import { statSync } from 'node:fs';
import { join } from 'node:path';
import { newDataDir, removeDataDir } from '#test/bench/local/platform.ts';
import { memoryOf } from '#test/bench/local/processes.ts';
import { interleaved, median, ratioOf } from '#test/bench/statistics.ts';
import { Client } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import type { ClaimName, Found } from './claims.ts';
import { Filling } from './fill.ts';
import { bearer, type Owner, ownerOf, settings } from './ours.ts';
import { RawClient, type Wire, wire } from './raw.ts';
import { tableOf } from './report.ts';

const few = 10;
const sizes = [few, 10_000, 200_000] as const;
const accounts = 10_000;
const block = 15;

/** What is asked of each account, and the claim of the largest against the smallest. */
const kinds = {
  show: { what: 'show', rounds: 300, warmUp: 150, claim: 'growthShow' },
  list: { what: 'list of 9', rounds: 200, warmUp: 100, claim: 'growthList' },
  byName: { what: 'list of 9 by name', rounds: 200, warmUp: 100, claim: 'growthByName' },
  patch: { what: 'PATCH of a name', rounds: 120, warmUp: 60, claim: 'growthPatch' },
  audit: { what: 'audit log, a page of 10', rounds: 200, warmUp: 100, claim: 'growthAudit' },
  launch: { what: 'launch on `simulated` until 201', rounds: 30, warmUp: 15, claim: 'growthLaunch' },
} as const satisfies Readonly<Record<string, { what: string; rounds: number; warmUp: number; claim: ClaimName }>>;

type Kind = keyof typeof kinds;

/** A platform while it is measured: what it keeps, and how it started. */
interface Running {
  readonly platform: RunningPlatform;
  readonly dataDir: string;
  readonly readyMs: number;
}

/**
 * The same requests in accounts of 10, 10,000 and 200,000 instances on one platform with 10,000 accounts, and in an
 * account of 10 on a new platform, in turns; start, memory and the engine's file of both platforms.
 */
export async function growth(): Promise<Found> {
  const dirs = [await newDataDir(), await newDataDir()] as const;
  const running: Running[] = [];
  try {
    const owners = await grow(dirs[1]);
    // Both start again, so that both have what an earlier start kept.
    await (await start(dirs[0])).platform.stop();
    for (const dir of dirs) running.push(await start(dir));
    const [small, grown] = running as [Running, Running];
    const first = await ownerOf(small.platform.baseUrl, small.dataDir, few);
    const again = await Promise.all(owners.map((owner) => loggedIn(owner, grown.platform.baseUrl)));
    const before = running.map(({ platform }) => memoryOf(platform.pid).mb);
    const times = await timesOf([first, ...again]);
    return { values: valuesOf(times), text: textOf(times, running, before) };
  } finally {
    for (const { platform } of running) await platform.stop();
    for (const dir of dirs) await removeDataDir(dir);
  }
}

/** Makes accounts by real requests, and fills them in the engine's file once the platform has stopped. */
async function grow(dataDir: string): Promise<Owner[]> {
  const { platform } = await start(dataDir);
  const owners: Owner[] = [];
  for (const size of sizes) owners.push(await ownerOf(platform.baseUrl, dataDir, size === few ? few : 1));
  const model = await Client.register(platform.baseUrl);
  const { account_id: account } = (await model.get('/auth/me')).body;
  await platform.stop();
  const filling = new Filling(join(dataDir, 'dynamodb.sqlite'));
  for (const [at, size] of sizes.entries()) {
    const owner = owners[at] as Owner;
    if (size > few) filling.instances(owner.account, owner.id, size - 1);
  }
  filling.accounts(account, model.email, accounts);
  filling.end();
  return owners;
}

async function start(dataDir: string): Promise<Running> {
  const began = performance.now();
  const platform = await startPlatform({ env: settings, dataDir });
  return { platform, dataDir, readyMs: performance.now() - began };
}

const loggedIn = async (owner: Owner, baseUrl: string): Promise<Owner> => ({
  ...owner,
  client: await owner.client.again(baseUrl),
});

type Times = Readonly<Record<Kind, readonly (readonly number[])[]>>;

async function timesOf(owners: readonly Owner[]): Promise<Times> {
  const clients = owners.map(({ client }) => new RawClient(client.baseUrl));
  const bodies = await Promise.all(owners.map(async ({ client }) => JSON.stringify(await client.launchBody())));
  const found: Partial<Record<Kind, number[][]>> = {};
  for (const kind of Object.keys(kinds) as Kind[]) {
    const task = (at: number) => async (round: number) => {
      const [owner, client] = [owners[at] as Owner, clients[at] as RawClient];
      if (kind === 'launch') return launch(owner, client, bodies[at] ?? '');
      return client.time(requestOf(kind, owner, round));
    };
    const tasks = Object.fromEntries(owners.map((_, at) => [`${at}`, task(at)]));
    const times = await interleaved(kinds[kind].rounds, tasks, kinds[kind].warmUp);
    found[kind] = owners.map((_, at) => times[`${at}`] ?? []);
  }
  for (const client of clients) client.close();
  return found as Times;
}

function requestOf(kind: Exclude<Kind, 'launch'>, owner: Owner, round: number): Wire {
  const base = owner.client.baseUrl;
  const headers = bearer(owner);
  const one = `/compute/instances/${owner.id}`;
  if (kind === 'patch') {
    const body = JSON.stringify({ name: `web-${round}` });
    return wire(base, {
      method: 'PATCH',
      path: one,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
  }
  const paths = {
    show: one,
    list: '/compute/instances?limit=9',
    byName: '/compute/instances?limit=9&sort=name',
    audit: '/auth/audit-logs?limit=10',
  };
  return wire(base, { path: paths[kind], headers });
}

/** Milliseconds of a launch until 201; the instance is terminated afterwards. */
async function launch(owner: Owner, client: RawClient, body: string): Promise<number> {
  const headers = { ...bearer(owner), 'content-type': 'application/json' };
  const base = owner.client.baseUrl;
  const reply = await client.ask(wire(base, { method: 'POST', path: '/compute/instances', headers, body }));
  if (reply.status !== 201) throw new Error(`a launch answered ${reply.status}: ${reply.body}`);
  const { id } = JSON.parse(reply.body.toString());
  await owner.client.until(id, 'running');
  await owner.client.operate(id, 'terminate');
  return reply.ms;
}

/** Columns of the times: the account of 10 on a new platform, and those of each size on the grown one. */
const [onNew, smallest, largest] = [0, 1, sizes.length] as const;

function valuesOf(times: Times): Found['values'] {
  const ratio = (kind: Kind, at: number, against: number) =>
    ratioOf(times[kind][at] ?? [], times[kind][against] ?? [], block);
  const ofLargest = (Object.keys(kinds) as Kind[]).map((kind) => [kinds[kind].claim, ratio(kind, largest, smallest)]);
  return { ...Object.fromEntries(ofLargest), growthAccounts: ratio('show', smallest, onNew) };
}

function textOf(times: Times, running: readonly Running[], memory: readonly number[]): string {
  const number = (value: number) => value.toLocaleString('en');
  const columns = [
    'p50, milliseconds',
    `${few} on a new platform`,
    ...sizes.map((size) => `${number(size)} instances`),
  ];
  const rows = (Object.keys(kinds) as Kind[]).map((kind) => [
    kinds[kind].what,
    ...times[kind].map((each) => median(each).toFixed(2)),
  ]);
  const sizeOf = ({ dataDir }: Running) => statSync(join(dataDir, 'dynamodb.sqlite')).size / 2 ** 20;
  const cells = (of: (one: Running, at: number) => string) => running.map(of);
  const state = [
    ["the engine's file", ...cells((one) => `${sizeOf(one).toFixed(1)} MB`)],
    ['start on `simulated`', ...cells(({ readyMs }) => `${(readyMs / 1000).toFixed(2)} s`)],
    ['memory after the start (PSS)', ...memory.map((mb) => `${mb.toFixed(0)} MB`)],
    ['memory after all requests (PSS)', ...cells(({ platform }) => `${memoryOf(platform.pid).mb.toFixed(0)} MB`)],
  ];
  const total = number(sizes.reduce((sum, size) => sum + size, 0));
  return `The grown platform has ${number(accounts)} accounts, of which three have the instances below. Copies of what real requests
wrote fill the engine's file; the requests go through the API, as the account's owner. No machine runs for the
copies.

${tableOf(columns, rows)}

${tableOf(['', 'new', `${total} instances, ${number(accounts)} accounts`], state)}

A laptop's engine is one SQLite file with one writer, from which the platform reads items and pages itself. Reads and
lists cost the same at any size, since each reads one key or one page of an index. It ends where the disk is full, or
where one writer is too few; then \`SVC_DYNAMODB_ENDPOINT\` names a DynamoDB, and a deployment on AWS has no such file.`;
}
