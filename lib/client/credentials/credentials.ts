import type { SvcError } from '#lib/client/error.ts';
import type { Args, OperationId, ReplyBody } from '#lib/client/methods.ts';
import type { Outgoing } from '#lib/client/outgoing.ts';

/** A request on its way, to which credentials add headers. */
export interface Proving {
  readonly request: Outgoing;
  /** The host and port that the request goes to. */
  readonly host: string;
  readonly headers: Record<string, string>;
}

/** A request that was answered with 401. */
export interface Refused {
  readonly error: SvcError;
  /** The headers that it had. */
  readonly headers: Readonly<Record<string, string>>;
  /** When the platform answered, by its own clock; undefined where the reply does not say. */
  readonly at: Date | undefined;
}

/** Calls an operation without credentials. */
export type Anonymous = <K extends OperationId>(operation: K, args: Args<K>) => Promise<ReplyBody<K>>;

/** Who asks. What this package has is `accessToken`, `session`, `cookies`, `accessKey` and `exchangedKey`. */
export interface Credentials {
  /** Whether the browser sends and keeps cookies. */
  readonly cookies?: boolean;
  /** What is sent in place of a request, once for all of its attempts. */
  bind?(request: Outgoing): Promise<Outgoing>;
  /** Adds the headers that prove who asks, before each attempt. */
  prove?(proving: Proving, call: Anonymous): Promise<void> | void;
  /** Gets new credentials where these are used up, and answers whether the request is to be repeated, once. */
  renew?(refused: Refused, call: Anonymous): Promise<boolean> | boolean;
}

/** Whether a 401 says that the access token is used up. */
export const isStale = ({ code }: SvcError): boolean => code === 'token_expired' || code === 'invalid_token';

/** The header of an access token. */
export const bearer = (token: string): string => `Bearer ${token}`;

/** Work of which there is one at a time: whoever asks meanwhile gets the same result. */
export class Shared<T> {
  #running: Promise<T> | undefined;

  run(work: () => Promise<T>): Promise<T> {
    this.#running ??= work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }
}
