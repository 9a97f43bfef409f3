import type { JWK } from 'jose';
import {
  type HostInput,
  type HostParams,
  type HostReply,
  type HostRoute,
  hostApi,
} from '#lib/model/compute/host-api.ts';
import { hostProtocol, joining, protocolHeader } from '#lib/model/compute/host-call.ts';
import { clockFault } from './clock.ts';
import { isOver, LinkError } from './link-error.ts';
import { type Signable, signerOf } from './sign.ts';
import { Slots } from './slots.ts';
import type { Transport } from './transport.ts';

/** What a link needs to know of its host, and of the control plane that it speaks with. */
export interface LinkOptions {
  readonly hostId: string;
  /** The host's private key. */
  readonly key: JWK;
  readonly audience: string;
  readonly transport: Transport;
  /** Told once when the control plane will not have this agent any more. */
  readonly ended?: (error: LinkError) => void;
}

/** After these refusals no later call of this agent can succeed. */
const isFinal = (error: LinkError): boolean => isOver(error) || error.code === 'protocol_unsupported';

/**
 * Calls of a host at a time. A host that gets many jobs at once, as after it was not reached, leaves the control plane
 * room for everybody else.
 */
const AT_ONCE = 16;

type Without<T> = T extends unknown ? Omit<T, 'epoch'> : never;

/** What a call of a route says; the epoch is the link's own. */
export type LinkInput<N extends HostRoute> = Without<HostInput<N>>;

/** The agent's side of the host API: signs its calls, and reads the answers. It rejects with LinkError. */
export class HostLink {
  readonly hostId: string;
  readonly #options: LinkOptions;
  readonly #slots = new Slots(AT_ONCE);
  #sign: ReturnType<typeof signerOf>;
  #epoch = 0;
  #isOver = false;
  #heard: number | undefined;

  constructor(options: LinkOptions) {
    this.hostId = options.hostId;
    this.#options = options;
    this.#sign = signerOf(options.key);
  }

  /** Goes on under the epoch that a start has got. */
  begin(epoch: number): void {
    this.#epoch = epoch;
  }

  /** Signs with another key of its host from now on. */
  signWith(key: JWK): void {
    this.#sign = signerOf(key);
  }

  /** When the control plane has last done what was asked, in epoch milliseconds. */
  get heard(): number | undefined {
    return this.#heard;
  }

  /** Calls a route; `params` fill its path's places. It waits while many calls are under way; a heartbeat does not. */
  call<N extends HostRoute>(
    name: N,
    input: LinkInput<N>,
    ...[params]: keyof HostParams<N> extends never ? [] : [HostParams<N>]
  ): Promise<HostReply<N>> {
    const call = () => this.#call(name, input, params);
    return name === 'beatHost' ? call() : this.#slots.run(call);
  }

  async #call<N extends HostRoute>(
    name: N,
    input: LinkInput<N>,
    params: Readonly<Record<string, string>> = {},
  ): Promise<HostReply<N>> {
    const { method, path, reply } = hostApi[name];
    const isBegun = name !== 'startHost' && name !== 'joinHosts';
    const said = { ...(input as object), ...(isBegun && { epoch: this.#epoch }) };
    const place = path.replaceAll(/\{(\w{1,32})\}/g, (_, at) => encodeURIComponent(params[at] ?? ''));
    const target = method === 'GET' ? `${place}?${new URLSearchParams(queryOf(said))}` : place;
    const body = method === 'GET' ? '' : JSON.stringify(said);
    const isJoin = name === 'joinHosts';
    const issuer = isJoin ? joining : this.hostId;
    const audience = isJoin ? joining : this.#options.audience;
    const answer = await this.#send({ issuer, method, target, body, audience });
    return reply.parse(answer) as HostReply<N>;
  }

  /** What the handshake of the bell's WebSocket has: its query, and the headers by which it is this host's. */
  async handshake(): Promise<{ query: string; headers: Record<string, string> }> {
    const { method, path } = hostApi.connectBell;
    const query = String(new URLSearchParams(queryOf({ epoch: this.#epoch })));
    const { hostId: issuer } = this;
    const { audience } = this.#options;
    const call = { issuer, audience, method, target: `${path}?${query}`, body: '' };
    const authorization = await (await this.#sign)(call);
    return { query, headers: { authorization, [protocolHeader]: String(hostProtocol) } };
  }

  async #send(call: Signable): Promise<unknown> {
    const authorization = await (await this.#sign)(call);
    const { method, target, body } = call;
    const headers = {
      authorization,
      [protocolHeader]: String(hostProtocol),
      ...(body !== '' && { 'content-type': 'application/json' }),
    };
    const { status, code, date, text } = await this.#options.transport.send({ method, target, headers, body });
    const answer = parsed(text);
    if (status >= 200 && status < 300) {
      this.#heard = Date.now();
      return answer;
    }
    const said = (answer as { error?: string } | undefined)?.error ?? `status ${status}`;
    // A signature is good for a minute, which only who has the right time knows.
    const error = new LinkError(status, code, (status === 401 && clockFault(date)) || said);
    if (isFinal(error)) this.#end(error);
    throw error;
  }

  #end(error: LinkError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.ended?.(error);
  }

  /** Refuses the calls that wait, as an agent that ends its work does. Those that come later are made. */
  dismiss(): void {
    this.#slots.dismiss(new LinkError(0, 'dismissed', 'the agent ends its work'));
  }

  /** Lets go of its connections. */
  close(): void {
    this.#isOver = true;
    this.#options.transport.close();
  }
}

const queryOf = (said: object): Record<string, string> =>
  Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value)]));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
