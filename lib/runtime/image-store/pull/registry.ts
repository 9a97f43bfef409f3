import type { IncomingMessage } from 'node:http';
import { get, type Headers, whole } from './http.ts';
import type { Reference } from './reference.ts';
import { Failure, Refusal, shown } from './refusal.ts';

const MIB = 1024 * 1024;
const MOST_TOKEN = MIB / 4;

/** User name and password for a registry, as `user:password` in base64; null to ask anonymously. */
export type Credentials = string | null;

/** One repository of a registry, to read from (registry protocol v2). */
export class Registry {
  readonly #reference: Reference;
  readonly #credentials: Credentials;
  #authorization: string | undefined;

  constructor(reference: Reference, credentials: Credentials) {
    this.#reference = reference;
    this.#credentials = credentials;
  }

  /** Whose it is, in messages and in what is kept of its blobs. */
  get name(): string {
    return `${this.#reference.registry}/${this.#reference.repository}`;
  }

  /**
   * Asks for `manifests/…` or `blobs/…` of the repository. Answers 200 or 206; refuses, or fails, in any other case.
   */
  async open(path: string, headers: Headers = {}): Promise<IncomingMessage> {
    const { origin, repository, loopback } = this.#reference;
    const url = new URL(`/v2/${repository}/${path}`, origin);
    const ask = () =>
      get(url, { ...headers, ...(this.#authorization && { authorization: this.#authorization }) }, { loopback });
    let reply = await ask();
    if (reply.statusCode === 401) {
      const challenge = reply.headers['www-authenticate'] ?? '';
      reply.destroy();
      this.#authorization = await this.#answer(challenge);
      reply = await ask();
    }
    const { statusCode: status = 0 } = reply;
    if (status === 200 || status === 206) return reply;
    throw await this.#refused(reply, status);
  }

  /** What a challenge asks for: a token of its service, or the name and the password. */
  async #answer(challenge: string): Promise<string> {
    const { registry, loopback } = this.#reference;
    const scheme = challenge.split(' ')[0]?.toLowerCase();
    const basic = this.#credentials === null ? null : `Basic ${this.#credentials}`;
    if (scheme === 'basic' && basic !== null) return basic;
    const service = scheme === 'bearer' ? tokenService(challenge) : null;
    if (!service)
      throw new Refusal(`${shown(registry)} does not let anybody read ${shown(this.#reference.repository)}`);
    const reply = await get(service, basic === null ? {} : { authorization: basic }, { loopback });
    if (reply.statusCode !== 200) throw await this.#refused(reply, reply.statusCode ?? 0);
    const { token, access_token = token } = tokensIn(await whole(reply, MOST_TOKEN, 'a token'));
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token))
      throw new Refusal(`${shown(service.host)} gave no token for ${shown(this.name)}`);
    return `Bearer ${access_token}`;
  }

  async #refused(reply: IncomingMessage, status: number): Promise<Error> {
    const said = messageIn(await whole(reply, MOST_TOKEN, 'a refusal').catch(() => Buffer.alloc(0)));
    const { registry, repository, version } = this.#reference;
    const what = `${shown(registry)}: ${shown(repository)}:${version}`;
    if (status === 429 || status >= 500) return new Failure(`${what}: the registry answers ${status}${said}`);
    if (status === 404) return new Refusal(`${what} is not there${said}`);
    if (status === 401 || status === 403) return new Refusal(`${what} may not be read${said}`);
    return new Refusal(`${what}: the registry answers ${status}${said}`);
  }
}

/** Where a challenge says that tokens are given, and for what; null where it says nothing. */
function tokenService(challenge: string): URL | null {
  const words = new Map(
    [...challenge.matchAll(/\b([a-z]{1,32})="([^"]{0,2048})"/g)].map(([, name, value]) => [name, value]),
  );
  const service = URL.parse(words.get('realm') ?? '');
  for (const name of ['service', 'scope']) {
    const value = words.get(name);
    if (value !== undefined) service?.searchParams.set(name, value);
  }
  return service;
}

function tokensIn(body: Buffer): { readonly token?: unknown; readonly access_token?: unknown } {
  try {
    return (JSON.parse(body.toString()) as object | null) ?? {};
  } catch {
    return {};
  }
}

/** The registry's own words, in brackets. */
function messageIn(body: Buffer): string {
  try {
    const { errors } = JSON.parse(body.toString()) as { errors?: { message?: unknown }[] };
    const message = errors?.[0]?.message;
    return typeof message === 'string' && message !== '' ? ` (${shown(message)})` : '';
  } catch {
    return '';
  }
}
