import type { Connection } from 'ssh2';

/** A channel that the client opens. */
interface Opening {
  readonly type: string;
}

/** Why a channel of a type that is served is refused. */
interface Reason {
  readonly type?: string;
  readonly code: number;
  readonly text: string;
}

type Fail = (recipient: number, code: number, description?: string) => void;

/** What ssh2's server has of the protocol, and does not show: its own refusals have no description. */
interface Inner {
  readonly _protocol?: {
    readonly _handlers: { CHANNEL_OPEN(protocol: unknown, opening: Opening): void };
    channelOpenFail: Fail;
  };
}

/** Codes of RFC 4254 5.1. */
export const refused = { prohibited: 1, connect: 2, resources: 4 } as const;

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'the network is unreachable',
  ENOTFOUND: 'there is no such name',
  ETIMEDOUT: 'connection timed out',
};

/** Why a connection failed, in words, for the client; of the kernel's errors it has no more than the kind. */
export function reasonOf({ message }: Error): string {
  const code = /\bE[A-Z]{3,}\b/.exec(message)?.[0];
  return code === undefined ? message : (reasons[code] ?? code);
}

/** Why channels of these types are never opened. */
const never: Readonly<Record<string, string>> = {
  'direct-streamlocal@openssh.com':
    'sockets in the files of a machine are not forwarded; a port of the machine is, by -L PORT:localhost:PORT',
  'forwarded-tcpip': 'only the server opens channels of this type',
  session: 'the client said that it opens no more sessions',
  x11: 'only the server opens channels of this type',
};

/**
 * Gives each refusal of a channel a sentence that begins with the type of the channel and says why (RFC 4254 5.1),
 * which clients show.
 */
export class Refusals {
  /** The type of the channel that is being opened. Nothing else is kept: a client asks for as many as it likes. */
  #opening = 'channel';
  #reason: Reason | undefined;

  constructor(client: Connection) {
    const protocol = (client as Inner)._protocol;
    if (!protocol) return;
    const handlers = protocol._handlers;
    const open = handlers.CHANNEL_OPEN;
    handlers.CHANNEL_OPEN = (own, opening) => {
      this.#opening = opening.type;
      open(own, opening);
    };
    const fail = protocol.channelOpenFail.bind(protocol);
    protocol.channelOpenFail = (recipient, given) => {
      const ours: Reason = { code: given, text: never[this.#opening] ?? 'channels of this type are not served' };
      const { type = this.#opening, code, text } = this.#reason ?? ours;
      // A type comes from the client, and may be of any length.
      fail(recipient, code, `${type.slice(0, 64)}: ${text}`);
    };
  }

  /** Refuses a channel, by its `reject`, because of this; with its `type` where others may have been opened since. */
  because(reject: () => void, reason: Reason): void {
    this.#reason = reason;
    try {
      reject();
    } finally {
      this.#reason = undefined;
    }
  }
}
