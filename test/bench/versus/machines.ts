import { newDataDir, npmStart, removeDataDir, type Started } from '#test/bench/local/platform.ts';
import { memoryOf } from '#test/bench/local/processes.ts';
import { timesToShell } from '#test/bench/local/shell.ts';
import { interleaved, median } from '#test/bench/statistics.ts';
import { ask, Client } from '#test/support/http/client.ts';
import { startPlatform } from '#test/support/platform/platform.ts';
import type { Found, Values } from './claims.ts';
import { type Moto, startMoto } from './moto.ts';
import { settings } from './ours.ts';
import { RawClient, wire } from './raw.ts';
import { tableOf } from './report.ts';

const rounds = 20;
const warmUp = 5;
const starts = 3;

/** A row of the table: what, on svc, on moto; and the values of claims. */
interface Seen {
  readonly rows: readonly (readonly string[])[];
  readonly values: Values;
}

const ms = (value: number) => `${value.toFixed(1)} ms`;
const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
const nothing = '—';

/** Launches on `simulated` and on `container`, until 201 and until SSH answers; the start, and memory. */
export async function machines(): Promise<Found> {
  const moto = await startMoto([18]);
  try {
    const seen = [await onSimulated(moto), await onContainer(moto)];
    const motoRow = moto ? [['memory after that (PSS)', nothing, `${memoryOf(moto.pid).mb.toFixed(0)} MB`]] : [];
    const rows = [...seen.flatMap((one) => one.rows), ...motoRow];
    const text = `${tableOf(['', 'svc', 'moto'], rows)}

In a launch on \`container\` a machine boots, with an init, an address, a firewall and SSH. Each timed launch there comes
right after another, whose machine boots meanwhile. A launch in moto adds an entry to a dictionary. Memory is that of
all processes of the platform, shared pages divided among them.`;
    return { values: Object.assign({}, ...seen.map(({ values }) => values)), text };
  } finally {
    await moto?.stop();
  }
}

async function onSimulated(moto: Moto | undefined): Promise<Seen> {
  const platform = await startPlatform({ env: settings });
  try {
    const { own, theirs } = await launches(await Client.register(platform.baseUrl), moto, 0);
    const row = ['launch on `simulated` until 201, p50', ms(own), moto ? ms(theirs) : nothing];
    return { rows: [row], values: moto ? { launchSimulated: own / theirs } : {} };
  } finally {
    await platform.stop();
  }
}

async function onContainer(moto: Moto | undefined): Promise<Seen> {
  const dataDir = await newDataDir();
  try {
    const ready: number[] = [];
    for (let i = 1; i < starts; i++) {
      const before = await npmStart(dataDir);
      // The first start makes the image.
      if (i > 1) ready.push(before.readyMs);
      await before.stop();
    }
    const platform = await npmStart(dataDir);
    try {
      ready.push(platform.readyMs);
      const start = [
        'start, with what earlier starts kept',
        seconds(median(ready)),
        moto ? seconds(moto.readyMs) : nothing,
      ];
      const { driver } = (await ask(platform.baseUrl, '/healthz')).body.compute;
      if (driver !== 'container') return { rows: [[`start on \`${driver}\``, ...start.slice(1)]], values: {} };
      const { rows, values } = await onMachines(platform, moto);
      return { rows: [...rows, start], values: { ...values, start: median(ready) / 1000 } };
    } finally {
      await platform.stop();
    }
  } finally {
    await removeDataDir(dataDir);
  }
}

async function onMachines({ baseUrl, pid }: Started, moto: Moto | undefined): Promise<Seen> {
  const client = await Client.register(baseUrl);
  const idle = memoryOf(pid).mb;
  const { own, theirs } = await launches(client, moto, 1);
  const { launching, answering } = await timesToShell(client, { name: 'versus' });
  const rows = [
    ['launch on `container` until 201 while another boots, p50', ms(own), moto ? ms(theirs) : nothing],
    ['launch on `container` until it runs, p50', ms(median(launching)), nothing],
    ['launch on `container` until SSH has answered a command, p50', ms(median(answering)), nothing],
    ['memory after the start (PSS)', `${idle.toFixed(0)} MB`, nothing],
    ['memory after all launches (PSS)', `${memoryOf(pid).mb.toFixed(0)} MB`, nothing],
  ];
  const ratio = moto && { launchContainer: own / theirs };
  return { rows, values: { ...ratio, shell: median(answering) / 1000 } };
}

/** The median of launches until 201, in turns with moto's; each right after so many others, which boot meanwhile. */
async function launches(client: Client, moto: Moto | undefined, beside: number) {
  const [ours, other] = [new RawClient(client.baseUrl), new RawClient(moto?.base ?? client.baseUrl)];
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(await client.launchBody());
  const request = wire(client.baseUrl, { method: 'POST', path: '/compute/instances', headers, body });
  const launch = async () => {
    const reply = await ours.ask(request);
    if (reply.status !== 201) throw new Error(`a launch answered ${reply.status}: ${reply.body}`);
    return { ms: reply.ms, id: JSON.parse(reply.body.toString()).id as string };
  };
  const own = async () => {
    const launched = [];
    for (let i = 0; i <= beside; i++) launched.push(await launch());
    for (const { id } of launched) await client.until(id, 'running');
    for (const { id } of launched) await client.operate(id, 'terminate');
    return launched.at(-1)?.ms ?? Number.NaN;
  };
  const theirs = async () => moto?.launch(other) ?? Number.NaN;
  const times = await interleaved(rounds, { own, theirs }, warmUp);
  for (const one of [ours, other]) one.close();
  return { own: median(times.own), theirs: median(times.theirs) };
}
