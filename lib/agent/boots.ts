import { setTimeout as wait } from 'node:timers/promises';
import type { BootsDriver, ComputeDriver } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Contact } from './faults.ts';
import { HourlyLimit } from './hourly-limit.ts';
import type { HostLink, LinkInput } from './link/link.ts';
import { unlessGone } from './link/link-error.ts';

/** Milliseconds before what could not be reported is reported again. */
const retryMs = 2000;

type Failure = Extract<LinkInput<'reportMachine'>, { event: 'service_failed' | 'out_of_memory' }>;

/** How much of a machine's console log is reported: of which boot, up to which part, and how many of its lines. */
interface Reported {
  boot: string;
  no: number;
  lines: number;
}

/** What waits to be reported of one machine. */
interface Waiting {
  readonly news: LinkInput<'reportMachine'>[];
  wrote: boolean;
}

/**
 * Reports what machines tell of their boots: their console logs, how far user data has come, and services that failed.
 * What cannot be reported is kept and reported later; a console log stays where it is until then.
 */
export class BootReporter {
  readonly #link: HostLink;
  readonly #boots: BootsDriver | undefined;
  readonly #log: (text: string) => void;
  readonly #contact: Contact | undefined;
  readonly #closing = new AbortController();
  readonly #reported = new Map<string, Reported>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #limit = new HourlyLimit();
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(options: {
    link: HostLink;
    driver: Pick<ComputeDriver, 'boots'>;
    log: (text: string) => void;
    contact?: Contact;
  }) {
    this.#link = options.link;
    this.#boots = options.driver.boots;
    this.#log = options.log;
    this.#contact = options.contact;
    this.#boots?.onWrote((id) => this.#begin(id, (waiting) => Object.assign(waiting, { wrote: true })));
    this.#boots?.onFirstBoot((id, news) =>
      this.#begin(id, (waiting) => waiting.news.push({ event: 'user_data', news })),
    );
    this.#boots?.onServiceFailed((id, news) => this.#failure(id, { event: 'service_failed', news }));
    this.#boots?.onOutOfMemory((id, news) => this.#failure(id, { event: 'out_of_memory', news }));
  }

  /** Reports what it has, and ends. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#underWay.values());
  }

  #failure(id: string, report: Failure): void {
    if (this.#limit.allows(id, report.event)) this.#begin(id, (waiting) => waiting.news.push(report));
  }

  #begin(id: string, note: (waiting: Waiting) => unknown): void {
    const waiting = this.#waiting.get(id) ?? { news: [], wrote: false };
    this.#waiting.set(id, waiting);
    note(waiting);
    if (this.#underWay.has(id)) return;
    const work = this.#reportAll(id, waiting).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, work);
  }

  async #reportAll(id: string, waiting: Waiting): Promise<void> {
    while (waiting.wrote || waiting.news.length > 0) {
      try {
        if (this.#contact?.lost) throw new Error('the control plane is out of reach');
        await this.#report(id, waiting);
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#log(`instance ${id}: its boot could not be reported yet: ${(error as Error).message}`);
        await wait(retryMs, undefined, { signal: this.#closing.signal }).catch(ignore);
      }
    }
    this.#waiting.delete(id);
  }

  async #report(id: string, waiting: Waiting): Promise<void> {
    for (let [news] = waiting.news; news; [news] = waiting.news) {
      await unlessGone(this.#link.call('reportMachine', news, { id }));
      waiting.news.shift();
    }
    if (!waiting.wrote) return;
    waiting.wrote = false;
    await this.#reportLog(id).catch((error) => {
      waiting.wrote = true;
      throw error;
    });
  }

  async #reportLog(id: string): Promise<void> {
    const before = this.#reported.get(id);
    const from = await this.#boots?.consoleLog(id, before?.no ?? 0);
    // A new boot begins with its first part.
    const news = from && before && from.boot !== before.boot ? await this.#boots?.consoleLog(id, 0) : from;
    if (!news) return void this.#reported.delete(id);
    for (const { no, from, lines } of news.parts) {
      const seen = this.#reported.get(id);
      if (seen?.boot === news.boot && seen.no === no && seen.lines === lines.length) continue;
      const part = { no, from, lines: [...lines] };
      await unlessGone(this.#link.call('reportConsoleLog', { boot: news.boot, part }, { id }));
      this.#reported.set(id, { boot: news.boot, no, lines: lines.length });
    }
  }
}
