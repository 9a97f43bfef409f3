import { randomUUID } from 'node:crypto';
// biome-ignore lint/plugin: Retry-After names seconds
import { setTimeout as wait } from 'node:timers/promises';
import { type Client as Api, accessToken, createClient, type LaunchInstanceBody } from '#lib/client/index.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { InstanceStatus } from '#lib/model/compute/instance-states.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** An HTTP answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body's bytes as text, for replies that must be the same to the byte. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  readonly body: any;
}

/** One request; `body` is sent as JSON. */
export interface Ask {
  readonly method?: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  /** Answers 429 and 503 as they are. Otherwise the request is repeated when the answer says, as a good client does. */
  readonly once?: boolean;
  readonly signal?: AbortSignal;
}

/** Sends a request to a running platform over a real connection. */
export async function ask(baseUrl: string, path: string, given: Ask = {}): Promise<Answer> {
  const { method = 'GET', body, token, headers = {}, once = false, signal } = given;
  for (;;) {
    const reply = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await reply.text();
    if ([429, 503].includes(reply.status) && !once) {
      await wait(1000 * Number(reply.headers.get('retry-after') ?? 1));
      continue;
    }
    return { status: reply.status, headers: reply.headers, text, body: JSON.parse(text || 'null') };
  }
}

/** The operations that change the power of an instance. */
const verbs = {
  start: 'startInstance',
  stop: 'stopInstance',
  reboot: 'rebootInstance',
  terminate: 'terminateInstance',
} as const;

/** A password that the policy accepts. */
export const passphrase = 'correct horse battery staple';

/**
 * A user with an account on a running platform. What a journey does on its way is done by the typed client (`api`);
 * what it looks at to the byte is asked for by `get`, `post` and `remove`.
 */
export class Client {
  readonly baseUrl: string;
  readonly email: string;
  /** The typed client, with whatever token is this user's. */
  readonly api: Api;
  token: string;
  #image: string | undefined;

  constructor(baseUrl: string, email: string, token: string) {
    this.baseUrl = baseUrl;
    this.email = email;
    this.token = token;
    this.api = createClient({ baseUrl, credentials: accessToken(() => this.token) });
  }

  /** Signs up. */
  static async register(baseUrl: string, email = `${randomUUID()}@example.com`): Promise<Client> {
    const tokens = await createClient({ baseUrl }).register({ body: { email, password: passphrase } });
    return new Client(baseUrl, email, tokens.access_token);
  }

  /** Signs up, and verifies the address by the code that is in the mailbox. */
  static async verified(baseUrl: string, email?: string): Promise<Client> {
    const client = await Client.register(baseUrl, email);
    await client.verify();
    return client;
  }

  /** Verifies the address by the code that is in the mailbox. */
  async verify(): Promise<void> {
    const code = await eventually(async () => {
      const { messages } = demand(await this.get(`/dev/outbox?to=${encodeURIComponent(this.email)}`), 200).body;
      return messages.find(({ kind }: { kind: string }) => kind === 'verify_email')?.code as string | undefined;
    });
    await this.api.verifyEmail({ body: { code } });
  }

  /** Logs in again: after a move of the clock, or at the platform's next start (on another port). */
  async again(baseUrl = this.baseUrl): Promise<Client> {
    const tokens = await createClient({ baseUrl }).login({ body: { email: this.email, password: passphrase } });
    if (!('access_token' in tokens)) throw new Error(`${this.email} logs in with a code`);
    return new Client(baseUrl, this.email, tokens.access_token);
  }

  ask(path: string, given: Ask = {}): Promise<Answer> {
    return ask(this.baseUrl, path, { token: this.token, ...given });
  }

  get = (path: string): Promise<Answer> => this.ask(path);
  post = (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    this.ask(path, { method: 'POST', body, headers });
  remove = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    this.ask(path, { method: 'DELETE', headers });

  /** The body of a launch of the smallest machine, from an image that this host can boot. */
  async launchBody(changes: Partial<LaunchInstanceBody> = {}): Promise<LaunchInstanceBody> {
    this.#image ??= (await this.api.listImages()).images.find(({ available }) => available)?.id ?? 'none';
    return { name: 'web-01', instance_type_id: 's1-nano', image_id: this.#image, ...changes };
  }

  /** Launches a machine, and waits for it: it is usually running when the call answers. `wait: 0` does not wait. */
  async launch(changes: Partial<LaunchInstanceBody> = {}, { wait = 25 } = {}): Promise<Instance> {
    return this.api.launchInstance({ body: await this.launchBody(changes), ...(wait > 0 && { wait }) });
  }

  /** Starts, stops, reboots or terminates an instance and waits until that is done. Throws when it is refused. */
  async operate(id: string, verb: keyof typeof verbs, body?: { force: boolean }): Promise<Instance> {
    return (await this.api.request(verbs[verb], { id, wait: 25, ...(body && { body }) })).body as Instance;
  }

  show(id: string): Promise<Instance> {
    return this.api.getInstance({ id });
  }

  /** Waits until an instance has a status. Throws with the last one that it saw. */
  async until(id: string, status: InstanceStatus): Promise<Instance> {
    let last = await this.show(id);
    const reached = async () => {
      last = await this.show(id);
      return last.status === status;
    };
    await eventually(reached, { seen: () => `${id} is ${last.status} (${last.status_reason}), not ${status}` });
    return last;
  }
}

/** Answers the reply when it has this status; otherwise throws with its text. */
export function demand(reply: Answer, status: number): Answer {
  if (reply.status !== status) throw new Error(`${status} was expected, not ${reply.status}: ${reply.text}`);
  return reply;
}
