import { randomUUID } from 'node:crypto';
import { arch } from 'node:os';
import { configure } from '#lib/agent/configure.ts';
import type { HostLink } from '#lib/agent/link/link.ts';
import type { Sent, Transport } from '#lib/agent/link/transport.ts';
import { LoadsReport } from '#lib/agent/loads-report.ts';
import { offerOf } from '#lib/agent/offer.ts';
import { perform } from '#lib/agent/perform.ts';
import { UsageReporter } from '#lib/agent/usage.ts';
import type { HostReply } from '#lib/model/compute/host-api.ts';
import { hostApi } from '#lib/model/compute/host-api.ts';
import { type HostOffer, offerHash } from '#lib/model/compute/host-messages.ts';
import { type HostJob, jobKinds } from '#lib/model/compute/job.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import type { MachineSample } from '#lib/runtime/driver-view.ts';
import { openSimulatedDriver } from '#lib/runtime/drivers/simulated/driver.ts';
import { getBell } from '#lib/store/platform/bells.ts';
import { newFolder } from '#lib/testing/functions/folder.ts';
import type { Ledger } from '#test/simulate/count/ledger.ts';
import { changeHost, direct, linkOf } from '#test/support/hosts/host-link.ts';
import type { Bells } from './bells.ts';
import type { Clock } from './clock.ts';

/** Reads of the queue that follow a ring: the agent looks on for five seconds, every `queue_eager`. */
const looks = 5;

/** Room of a host for machines. */
const capacity = { ram_mib: 1_048_576, vcpus: 4_096 };

interface Stage {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly bells: Bells;
}

/**
 * A host's agent. What it asks of the control plane, and when, is what the real one does: its jobs, samples and
 * roll-ups are the agent's own code, on the driver that runs nothing; only its timers are the simulation's.
 */
export class Agent {
  readonly id: string;
  readonly #stage: Stage;
  readonly #link: HostLink;
  readonly #driver: ComputeDriver;
  readonly #offer: HostOffer;
  readonly #usage: UsageReporter;
  readonly #loads: LoadsReport;
  /** Seconds between two heartbeats, reads of the queue, and so on, as the control plane has them. */
  readonly #settings: HostReply<'startHost'>['settings'];
  #work: Promise<void> = Promise.resolve();
  #isRung = false;
  rings = 0;

  private constructor(stage: Stage, parts: Parts) {
    this.id = parts.link.hostId;
    this.#stage = stage;
    this.#link = parts.link;
    this.#driver = parts.driver;
    this.#offer = parts.offer;
    this.#settings = parts.settings;
    const driver = {
      samples: async () => (await parts.driver.samples()).map((one) => busyAt(one, stage.clock.passed)),
    };
    const log = (text: string) => process.stderr.write(`${this.id}: ${text}\n`);
    const { step, samples } = parts.settings;
    this.#usage = new UsageReporter({ link: parts.link, driver, log, pace: { step, batch: samples } });
    this.#loads = new LoadsReport(() => this.#usage.loads());
  }

  /** Joins a host, and starts its agent. */
  static async start(stage: Stage, number: number): Promise<Agent> {
    // As hosts do among many, these begin their batches in different minutes.
    const id = `host-${String(number).padStart(12, '0')}`;
    const transport: Transport = { send: (sent) => called(stage.ledger, sent), close: () => undefined };
    const link = await linkOf(id, undefined, { transport });
    const driver = await openSimulatedDriver(newFolder('simulated'), 0);
    const addressPool = `52.${95 + (number >> 8)}.${number & 255}.0/24`;
    await changeHost(id, { allowed: { address_pool: addressPool, disk_scope: null } });
    const publicIp = `52.66.${number >> 8}.${(number & 255) + 1}`;
    const place = { publicIp, addressPool, isReserved: () => false, driver, log: () => undefined, down: new Map() };
    const offer = { ...(await offerOf(place as never)), reserved_ports: [], reserved_addresses: [] };
    const asked = { boot_id: randomUUID(), arch: arch(), job_kinds: [...jobKinds], capacity, offer };
    const { epoch, settings } = await link.call('startHost', asked);
    link.begin(epoch);
    const agent = new Agent(stage, { link, driver, offer, settings });
    await agent.#listen();
    return agent;
  }

  /** Shakes hands for the bell, as the agent's WebSocket does. */
  async #listen(): Promise<void> {
    const { query, headers } = await this.#link.handshake();
    const target = `${hostApi.connectBell.path}?${query}`;
    const { status } = await direct.send({ method: 'GET', target, headers, body: '' });
    const bell = await getBell(this.id);
    if (status >= 300 || !bell) throw new Error(`the bell of ${this.id} answered ${status}`);
    this.#stage.bells.onRing(bell.connection, () => this.#ring());
  }

  #ring(): void {
    this.rings += 1;
    if (this.#isRung) return;
    this.#isRung = true;
    this.#work = this.#work.then(() => this.#answerRing());
  }

  async #answerRing(): Promise<void> {
    this.#isRung = false;
    await this.#readQueue();
    for (let second = this.#settings.queue_eager; second < looks; second += this.#settings.queue_eager)
      await this.#readQueue();
  }

  /** Settles once it has done all that it was rung for. */
  async idle(): Promise<void> {
    for (let seen: unknown; seen !== this.#work; ) {
      seen = this.#work;
      await this.#work;
    }
  }

  /** Does what is due in a second of the simulation; `cause` is told what for. */
  async tick(second: number, cause: (name: string) => void): Promise<void> {
    const { heartbeat, queue, balancers } = this.#settings;
    if (second % 10 === 0) {
      cause('metrics samples');
      await this.#usage.beat();
    }
    if (second % heartbeat === 0) {
      cause('heartbeats');
      const offer_hash = offerHash(this.#offer);
      await this.#loads.along((loads) =>
        this.#link.call('beatHost', { offer_hash, jobs: [], ...(loads && { loads }) }),
      );
    }
    if (second % queue === 0) {
      cause('reads of the queue');
      await this.#readQueue();
    }
    if (second % balancers === 0) {
      cause('reads of load balancers');
      await this.#link.call('listHostBalancers', {});
    }
  }

  async #readQueue(): Promise<void> {
    for (;;) {
      const { jobs } = await this.#link.call('listHostJobs', {});
      for (const job of jobs) await this.#do(job);
      if (jobs.length === 0) return;
    }
  }

  async #do({ operation, step }: HostJob): Promise<void> {
    const hands = { driver: this.#driver, link: this.#link };
    const { signal } = new AbortController();
    const { job, answered } = await this.#link.call('takeHostJob', { names: false }, { operation, step });
    if (answered) return;
    if (job.kind === 'configure') return configure(hands, job, signal);
    const outcome = await perform(hands, job, { signal });
    if (!outcome.ok) throw new Error(`${job.kind}: ${outcome.cause}`);
    await this.#link.call('reportJobResult', { turn: job.turn, outcome }, { operation, step });
    if (boots.has(job.kind) && 'instance_id' in job) await this.#reportBoot(job.instance_id);
  }

  /** A machine that boots writes to its console, which the agent reports. */
  async #reportBoot(id: string): Promise<void> {
    const lines = Array.from({ length: 40 }, (_, at) => `[    ${at}.000000] the machine boots, line ${at}`);
    await this.#link.call('reportConsoleLog', { boot: randomUUID(), part: { no: 0, from: 0, lines } }, { id });
  }
}

interface Parts {
  readonly link: HostLink;
  readonly driver: ComputeDriver;
  readonly offer: HostOffer;
  readonly settings: HostReply<'startHost'>['settings'];
}

const boots: ReadonlySet<string> = new Set(['create', 'start', 'reboot']);

/** A call of the host API by the real handler, which is counted as that of its route. */
function called(ledger: Ledger, sent: Sent): ReturnType<Transport['send']> {
  return ledger.run(nameOf(sent), async () => {
    const received = await direct.send(sent);
    ledger.noteBytes('replied', received.text.length);
    return received;
  });
}

function nameOf({ method, target }: Sent): string {
  const [path = ''] = target.split('?');
  const found = Object.entries(hostApi).find(
    ([, route]) =>
      route.method === method && new RegExp(`^${route.path.replaceAll(/\{\w{1,32}\}/g, '[^/]+')}$`).test(path),
  );
  return found?.[0] ?? path;
}

/** A sample of a machine that does something, whose numbers have as many digits as real ones. */
const busyAt = (sample: MachineSample, passed: number): MachineSample => ({
  ...sample,
  ...{ taken_ms: passed, ram_mib: 512, ram_used_mib: 301.25, disk_gib: 10, disk_used_mib: 2_345.5 },
  ...{ cpu_seconds: passed / 7_777, net_rx_bytes: passed * 13, net_tx_bytes: passed * 11 },
  ...{ disk_read_bytes: passed * 3, disk_write_bytes: passed * 5 },
});
