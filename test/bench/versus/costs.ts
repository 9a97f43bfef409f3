import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { commandOf, ownProcessorTimeOf, processorTimeOf, tree } from '#test/bench/local/processes.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { startPlatform } from '#test/support/platform/platform.ts';
import type { Found } from './claims.ts';
import { bearer, type Owner, ownerOf, settings } from './ours.ts';
import { Profiler, type Seen } from './profile.ts';
import { RawClient, type Wire, wire } from './raw.ts';
import { tableOf } from './report.ts';

/** What is counted of each request: how often it is asked, after so many that only warm up. */
const kinds = {
  show: { what: 'show', count: 3000, warmUp: 1500 },
  list: { what: 'list of 50', count: 800, warmUp: 400 },
  launch: { what: 'launch', count: 300, warmUp: 80 },
} as const;

type Kind = keyof typeof kinds;

/** The parts of a request, each with the files of its functions; the first that matches counts. */
const parts: readonly (readonly [name: string, files: RegExp])[] = [
  ['engine: codec', /lib\/local\/dynamodb\/(?:read-reply|values)\.ts/],
  ['engine: call', /lib\/local\/(?:dynamodb|transport)\/|lib\/store\/platform\/|@aws-sdk|@smithy/],
  ['gzip', /lib\/edge\/compress\.ts|node:zlib/],
  [
    'verification',
    /lib\/edge\/(?:authenticators|steps\/(?:authenticate|policy|operators))|lib\/drivers\/tokens|lib\/standards\/sigv4|node_modules\/jose|lib\/domain\/identity/,
  ],
  ['reply', /lib\/edge\/(?:reply|outcome|permitted|version-tag)\.ts|lib\/local\/(?:api|front)\/reply\.ts/],
  ['router', /lib\/local\/(?:api\/|functions\.ts)/],
  ['front', /lib\/local\/(?:front|pages|state|dev|inside)\//],
  ['chain', /lib\/edge\/|@middy|node_modules\/zod/],
  ['verb', /functions\/|lib\/(?:domain|store|model)\//],
  ['workflow and schedules', /statemachines\/|lib\/local\/(?:stepfunctions|workflows|schedules|stream|hosts|mailbox)/],
];

const sockets = 'Node.js: HTTP and sockets';
const memory = 'garbage collection';
const other = 'other';
const engineProcess = 'engine: its process, with SQLite';
const otherProcesses = 'host agent and other processes';
const everything = 'all processes';

/** Microseconds by part, of one request. */
type Costs = ReadonlyMap<string, number>;

/** What the parts of a show, a list of 50 and a launch cost, in processor time. */
export async function costs(): Promise<Found> {
  const port = await unusedPort();
  const program = [process.execPath, `--inspect-port=127.0.0.1:${port}`, 'lib/local/start.mjs'];
  const platform = await startPlatform({ env: settings, program });
  try {
    const owner = await ownerOf(platform.baseUrl, platform.dataDir, 50);
    const profiler = await Profiler.attach(platform.pid, port);
    const found = new Map<Kind, Costs>();
    for (const kind of Object.keys(kinds) as Kind[])
      found.set(kind, await costOf(kind, { owner, profiler, pid: platform.pid }));
    profiler.close();
    const sqlite = sqliteAlone(join(platform.dataDir, 'dynamodb.sqlite'), owner);
    return { values: {}, text: textOf(found, sqlite) };
  } finally {
    await platform.stop();
  }
}

interface Stage {
  readonly owner: Owner;
  readonly profiler: Profiler;
  readonly pid: number;
}

async function costOf(kind: Kind, { owner, profiler, pid }: Stage): Promise<Costs> {
  const { count, warmUp } = kinds[kind];
  const { request, status } = await requestOf(kind, owner);
  const client = new RawClient(owner.client.baseUrl);
  const ask = async (times: number) => {
    for (let i = 0; i < times; i++) await client.time(request, status);
  };
  await ask(warmUp);
  const engine = () =>
    tree(pid)
      .filter((one) => /dynoxide/.test(commandOf(one)))
      .reduce((sum, one) => sum + ownProcessorTimeOf(one), 0);
  const counters = () => ({ platform: ownProcessorTimeOf(pid), engine: engine(), all: processorTimeOf(pid) });
  const before = counters();
  const seen = await profiler.during(() => ask(count));
  const after = counters();
  client.close();
  const of = (name: keyof typeof before) => ((after[name] - before[name]) * 1e6) / count;
  return new Map([
    ...sharesOf(seen, of('platform')),
    [engineProcess, of('engine')],
    [otherProcesses, of('all') - of('platform') - of('engine')],
    [everything, of('all')],
  ]);
}

/** What each part has of the process's time: its part of what the profiler saw. */
function sharesOf(seen: readonly Seen[], time: number): Map<string, number> {
  const byPart = new Map<string, number>();
  for (const one of seen) {
    const name = partOf(one);
    if (name !== undefined) byPart.set(name, (byPart.get(name) ?? 0) + one.us);
  }
  const all = [...byPart.values()].reduce((sum, us) => sum + us, 0);
  return new Map([...byPart].map(([name, us]) => [name, (us / all) * time]));
}

/** Undefined where the process was idle. */
function partOf({ stack }: Seen): string | undefined {
  const [innermost] = stack;
  if (innermost?.functionName === '(idle)') return undefined;
  if (innermost?.functionName === '(garbage collector)') return memory;
  for (const { url } of stack) {
    const found = parts.find(([, files]) => files.test(url));
    if (found) return found[0];
  }
  return stack.some(({ url }) => /^node:(?:_http|internal\/(?:stream|http|net)|net|stream)/.test(url))
    ? sockets
    : other;
}

async function requestOf(kind: Kind, owner: Owner): Promise<{ request: Wire; status: number }> {
  const base = owner.client.baseUrl;
  const headers = { ...bearer(owner), 'accept-encoding': 'gzip' };
  if (kind === 'show') return { request: wire(base, { path: `/compute/instances/${owner.id}`, headers }), status: 200 };
  if (kind === 'list') return { request: wire(base, { path: '/compute/instances?limit=50', headers }), status: 200 };
  const body = JSON.stringify(await owner.client.launchBody());
  const path = '/compute/instances';
  const json = { ...headers, 'content-type': 'application/json' };
  return { request: wire(base, { method: 'POST', path, headers: json, body }), status: 201 };
}

/** Microseconds of processor time for the reads of a show and of a list, by SQLite itself. */
function sqliteAlone(file: string, { account, id }: Owner): { one: number; page: number } {
  const db = new DatabaseSync(file, { readOnly: true });
  const get = db.prepare('SELECT item_json FROM svc WHERE pk = ? AND sk = ?');
  const query = db.prepare('SELECT item_json FROM svc WHERE pk = ? ORDER BY sk DESC LIMIT 51');
  const partition = `S:A#${account}#instance`;
  const timeOf = (count: number, read: () => unknown) => {
    const before = process.cpuUsage();
    for (let i = 0; i < count; i++) read();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  const one = timeOf(20_000, () => get.get(partition, `S:${id}`));
  const page = timeOf(2_000, () => query.all(partition));
  db.close();
  return { one, page };
}

function textOf(found: ReadonlyMap<Kind, Costs>, sqlite: ReturnType<typeof sqliteAlone>): string {
  const names = [...parts.map(([name]) => name), sockets, memory, other, engineProcess, otherProcesses, everything];
  const rows = names.map((name) => [
    name,
    ...[...found.values()].map((costs) => `${(costs.get(name) ?? 0).toFixed(0)}`),
  ]);
  const columns = ['microseconds of processor time', ...[...found.keys()].map((kind) => kinds[kind].what)];
  return `${tableOf(columns, rows)}

The kernel counts the processor time of each process; no instructions are counted, since most virtual machines have no
counters for them. V8's sampling profiler divides that of the platform's process among the parts, by the innermost
function whose file is known; its own time is in it. A launch includes the workflow, the host agent and the simulated
machine, as far as they run meanwhile. SQLite alone, in another process on the same file, takes ${sqlite.one.toFixed(1)} µs for an item
by its key and ${sqlite.page.toFixed(0)} µs for a page of 50. The platform reads items and pages from that file itself (\`engine: call\`); the
engine's process has the writes, and few other reads, with HTTP, JSON and expressions.`;
}
