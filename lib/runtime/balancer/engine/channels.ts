import { type ClientHttp2Session, connect } from 'node:http2';
import type { Socket } from 'node:net';
import { ignore } from '#lib/runtime/system/errors.ts';
import { withoutFloods } from './continuations.ts';

/** Streams that a connection gets before the backend has said how many it takes. */
const usualStreams = 100;
/** Milliseconds that a connection without a stream is kept. Backends that close one earlier say so (GOAWAY). */
const keptFor = 60_000;

/** A connection of HTTP/2 to a backend. */
export interface Channel {
  readonly session: ClientHttp2Session;
  /** Whether the connection has ended, and not only a stream of it. */
  readonly lost: boolean;
  /** Gives back the place of a stream. */
  release(): void;
}

interface Opened {
  readonly port: number;
  readonly session: ClientHttp2Session;
  readonly ready: Promise<void>;
  streams: number;
  /** Streams that the backend takes at once. */
  most: number;
  lost: boolean;
}

/** The connections of HTTP/2 to one backend: each has as many streams at once as the backend takes. */
export class Channels {
  readonly #dial: (port: number) => Socket;
  readonly #opened = new Set<Opened>();

  constructor(dial: (port: number) => Socket) {
    this.#dial = dial;
  }

  /** A place for a stream, on a new connection where none has one. Rejects where none is had within `patience` ms. */
  async take(port: number, patience: number): Promise<Channel> {
    const free = [...this.#opened].find((one) => one.port === port && hasRoom(one));
    const opened = free ?? this.#open(port, patience);
    opened.streams += 1;
    try {
      await opened.ready;
    } catch (error) {
      opened.streams -= 1;
      throw error;
    }
    const release = () => {
      opened.streams -= 1;
    };
    return {
      session: opened.session,
      get lost() {
        return opened.lost || opened.session.destroyed;
      },
      release,
    };
  }

  #open(port: number, patience: number): Opened {
    const socket = this.#dial(port);
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    ready.catch(ignore);
    const ended = () => {
      opened.lost = true;
      reject(new Error('the backend cannot be reached'));
    };
    // Before Node's own listeners, by which it ends the streams of the connection.
    socket.once('error', ended).once('close', ended);
    // What is there twice is passed on twice; Node would throw.
    const rules = { settings: { enablePush: false }, strictSingleValueFields: false };
    const session = connect('http://backend', { createConnection: () => withoutFloods(socket), ...rules });
    const opened: Opened = { port, session, ready, streams: 0, most: usualStreams, lost: false };
    const timer = setTimeout(() => socket.destroy(), patience);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve();
    });
    session.on('error', ignore);
    session.on('remoteSettings', ({ maxConcurrentStreams }) => {
      opened.most = maxConcurrentStreams ?? usualStreams;
    });
    session.setTimeout(keptFor);
    session.on('timeout', () => opened.streams === 0 && session.close());
    session.once('close', () => {
      clearTimeout(timer);
      this.#opened.delete(opened);
    });
    this.#opened.add(opened);
    return opened;
  }
}

const hasRoom = ({ session, streams, most }: Opened): boolean =>
  !session.closed && !session.destroyed && streams < most;
