import type { JWK } from 'jose';
import {
  type HostInput,
  type HostParams,
  type HostReply,
  type HostRoute,
  hostApi,
} from '#lib/model/compute/host-api.ts';
import { hostProtocol, joining, protocolHeader } from '#lib/model/compute/host-call.ts';
import { LinkError } from './link-error.ts';
import { type Signable, signerOf } from './sign.ts';
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
const final = new Set(['stale_epoch', 'host_removed', 'host_fenced', 'protocol_unsupported']);

type Without<T> = T extends unknown ? Omit<T, 'epoch'> : never;

/** What a call of a route says; the epoch is the link's own. */
export type LinkInput<N extends HostRoute> = Without<HostInput<N>>;

/** The agent's side of the host API: signs its calls, and reads the answers. It rejects with LinkError. */
export class HostLink {
  readonly hostId: string;
  readonly #options: LinkOptions;
  readonly #sign: ReturnType<typeof signerOf>;
  #epoch = 0;
  #isOver = false;

  constructor(options: LinkOptions) {
    this.hostId = options.hostId;
    this.#options = options;
    this.#sign = signerOf(options.key);
  }

  /** Goes on under the epoch that a start has got. */
  begin(epoch: number): void {
    this.#epoch = epoch;
  }

  /** Calls a route; `params` fill its path's places. */
  async call<N extends HostRoute>(
    name: N,
    input: LinkInput<N>,
    ...[params]: keyof HostParams<N> extends never ? [] : [HostParams<N>]
  ): Promise<HostReply<N>> {
    const { method, path, reply } = hostApi[name];
    const placed: Readonly<Record<string, string>> = params ?? {};
    const isBegun = name !== 'startHost' && name !== 'joinHosts';
    const said = { ...(input as object), ...(isBegun && { epoch: this.#epoch }) };
    const place = path.replaceAll(/\{(\w{1,32})\}/g, (_, at) => encodeURIComponent(placed[at] ?? ''));
    const target = method === 'GET' ? `${place}?${new URLSearchParams(queryOf(said))}` : place;
    const body = method === 'GET' ? '' : JSON.stringify(said);
    const issuer = name === 'joinHosts' ? joining : this.hostId;
    const answer = await this.#send({ issuer, method, target, body, audience: this.#options.audience });
    return reply.parse(answer) as HostReply<N>;
  }

  async #send(call: Signable): Promise<unknown> {
    const authorization = await (await this.#sign)(call);
    const { method, target, body } = call;
    const headers = {
      authorization,
      [protocolHeader]: String(hostProtocol),
      ...(body !== '' && { 'content-type': 'application/json' }),
    };
    const { status, code, text } = await this.#options.transport.send({ method, target, headers, body });
    const answer = parsed(text);
    if (status >= 200 && status < 300) return answer;
    const error = new LinkError(status, code, (answer as { error?: string } | undefined)?.error ?? `status ${status}`);
    if (final.has(code)) this.#end(error);
    throw error;
  }

  #end(error: LinkError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.ended?.(error);
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
