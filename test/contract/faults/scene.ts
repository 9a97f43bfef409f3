import type { FaultOutcome, FaultWhere } from '#lib/model/platform/faults.ts';
import { type Answer, type Client, demand } from '#test/support/http/client.ts';
import { type AskedFault, setFaults, shownFaults } from '#test/support/platform/dev-faults.ts';
import type { RunningPlatform } from '#test/support/platform/platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** Seconds that what is slow or stuck takes here. */
const BRIEFLY = 0.3;

/** A platform without limits, and a user of it, in which faults are played. */
export class Scene {
  readonly platform: RunningPlatform;
  readonly client: Client;
  #names = 0;

  constructor(platform: RunningPlatform, client: Client) {
    this.platform = platform;
    this.client = client;
  }

  /** A name that no other resource has. */
  name(): string {
    this.#names += 1;
    return `thing-${this.#names}`;
  }

  /** Sets one fault for as often as something is struck. What it would hold up takes a moment only. */
  async set(where: FaultWhere, outcome: FaultOutcome, more: Partial<AskedFault> = {}): Promise<void> {
    const briefly = outcome === 'slow' || outcome === 'stuck' ? { after_seconds: BRIEFLY } : {};
    await setFaults(this.platform.baseUrl, { where, outcome, ...briefly, ...more });
  }

  end = (): Promise<void> => setFaults(this.platform.baseUrl);

  async struck(): Promise<number> {
    return (await shownFaults(this.platform.baseUrl)).reduce((sum, { struck }) => sum + struck, 0);
  }

  get = async (path: string) => demand(await this.client.get(path), 200).body;
  post = async (path: string, body: object, status = 201) => demand(await this.client.post(path, body), status).body;
  ask = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    this.client.ask(path, { method: 'POST', body, headers, once: true });

  /** The id of the newest event of the account. */
  async now(): Promise<string> {
    return (await this.get('/auth/activity')).events.at(-1).id;
  }

  /** The statuses of a resource since an event, without repetitions, once it has reached one of `ends`. */
  async statuses(id: string, since: string, ends: readonly string[]): Promise<string[]> {
    let seen: string[] = [];
    const ended = async () => {
      const own = (await this.#eventsSince(since)).filter(({ resource }) => resource.endsWith(`/${id}`));
      seen = own.map(({ status }) => status);
      seen = seen.filter((status, at) => status !== seen[at - 1]);
      return ends.includes(seen.at(-1) ?? '');
    };
    await eventually(ended, { seen: () => `${id}: ${seen.join(', ')}` });
    return seen;
  }

  /** All events of the account since one of them. */
  async #eventsSince(since: string): Promise<{ resource: string; status: string }[]> {
    const all: { resource: string; status: string }[] = [];
    let cursor = '';
    do {
      const page = await this.get(`/auth/activity?after=${since}&limit=200${cursor && `&cursor=${cursor}`}`);
      all.push(...page.events);
      cursor = page.next_cursor;
    } while (cursor !== '');
    return all;
  }

  /** A running instance. */
  async machine(): Promise<string> {
    const { id, status } = await this.client.launch({ name: this.name() });
    if (status !== 'running') throw new Error(`${id} is ${status}`);
    return id;
  }
}
