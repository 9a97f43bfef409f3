import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { connect } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { ListenerSpec } from '#lib/runtime/balancer/spec.ts';
import type { Attack as AttackOn } from '#test/hostile/support/attacks.ts';
import {
  block,
  endHeaders,
  endStream,
  type Fields,
  type Frame,
  frame,
  kinds,
  opening,
  takeFrames,
} from '#test/hostile/support/http2-frames.ts';
import { balancing, serving, tcp } from '#test/lib/runtime/balancer/support.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** A connection of HTTP/2 that an attacker writes frame by frame. */
export interface Line {
  write(...frames: readonly Buffer[]): void;
  /** What has come back. */
  readonly frames: readonly Frame[];
  /** Whether the balancer has ended it. */
  readonly ended: boolean;
  /** Stops reading. */
  deafen(): void;
  /** What is not yet sent, in bytes. */
  readonly unsent: number;
}

/** A load balancer before one backend, which speaks plain TCP, keeps every byte, and does not answer /held. */
export interface Ground {
  /** Opens a connection of HTTP/2 to the https listener. */
  line(): Line;
  /**
   * What one request gets, in a connection of its own: its status where HPACK has a number for it (`200`, `400`),
   * `answered` for another one, `refused` where the stream was reset or the connection was ended.
   */
  ask(fields: Fields, body?: readonly Buffer[]): Promise<string>;
  /** The status that an ordinary client gets. */
  neighbour(): Promise<number>;
  /** What the backend was sent since it was last asked, connection by connection. */
  heard(): string[];
  /**
   * Has a tcp listener of this kind pass these bytes to the backend; answers what that was sent, and
   * the client's port.
   */
  pass(proxy: ListenerSpec['proxy_protocol'], bytes: string): Promise<{ heard: string[]; from: number; to: number }>;
  /** Has an https listener with `backend_protocol` grpc before a backend that answers each stream with these frames. */
  calls(answer: (stream: number, path: Buffer) => readonly Buffer[]): Promise<Calls>;
}

/** A listener of gRPC. */
export interface Calls extends Pick<Ground, 'line' | 'ask'> {
  /** The frames that the backend was sent, connection by connection. */
  readonly reached: readonly (readonly Frame[])[];
}

export type Attack = AttackOn<Ground>;

/** An ordinary request, for a change of it. */
export const usual = {
  ':method': 'GET',
  ':scheme': 'https',
  ':authority': 'shop.example.in',
  ':path': '/',
} as const;

/** The fields of an ordinary request with these instead or in addition. */
export const fields = (change: Record<string, string> = {}): Fields => Object.entries({ ...usual, ...change });

const { cert, key } = makeCertificate({ names: ['shop.example.in'] });
const certificates = [{ id: 'cert-1', certificate_pem: cert, private_key_pem: key }];
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';
const health_check = {
  protocol: 'tcp' as const,
  port: null,
  path: '/',
  interval_seconds: 0.05,
  timeout_seconds: 30,
  healthy_threshold: 1,
  unhealthy_threshold: 2,
  expected: [],
};

export async function openGround(): Promise<Ground> {
  let connections: { text: string }[] = [];
  const place = await tcp('a', (socket) => {
    const one = { text: '' };
    connections.push(one);
    socket.setEncoding('latin1').on('data', (part: string) => {
      one.text += part;
      if (one.text.includes('\r\n\r\n') && !one.text.startsWith('GET /held ')) socket.write(ok);
    });
    socket.on('end', () => socket.end());
  });
  const heard = () => {
    const texts = connections.map(({ text }) => text).filter((text) => text !== '');
    connections = connections.filter(({ text }) => text === '');
    return texts.filter((text) => !text.startsWith('GET /neighbour '));
  };
  // What an attacker leaves behind would soon use these up.
  const limits = { requests: 300 };
  const { port } = await balancing([serving(place)], { protocol: 'https', certificates, health_check, limits });
  const line = () => open(port);
  return {
    line,
    heard,
    ask: (asked, body) => asking(line(), asked, body),
    neighbour: () => statusOf(port),
    calls: calling,
    async pass(proxy, bytes) {
      const running = await balancing([serving(place)], {
        protocol: 'tcp',
        listener: proxy === undefined ? {} : { proxy_protocol: proxy },
        health_check,
      });
      heard();
      let from = 0;
      const client = connectTcp(running.port, '127.0.0.1', () => {
        from = client.localPort ?? 0;
        client.end(bytes, 'latin1');
      });
      await new Promise((done) => client.on('error', done).resume().once('close', done));
      // Health checks come with a header too.
      return { heard: heard().filter((text) => text.includes(bytes)), from, to: running.port };
    },
  };
}

async function calling(answer: Parameters<Ground['calls']>[0]): Promise<Calls> {
  const reached: Frame[][] = [];
  const place = await tcp('grpc', (socket) => {
    const frames: Frame[] = [];
    let rest: Buffer = Buffer.alloc(0);
    socket.once('data', () => reached.push(frames));
    socket.on('data', (part) => {
      const read = frames.length;
      rest = Buffer.concat([rest, part]);
      // The first 24 bytes say that it is HTTP/2.
      rest =
        read > 0
          ? takeFrames(rest, frames)
          : Buffer.concat([rest.subarray(0, 24), takeFrames(rest.subarray(24), frames)]);
      if (read === 0 && frames.length > 0) rest = rest.subarray(24);
      const asked = frames.slice(read).filter(({ type }) => type === kinds.headers);
      socket.write(Buffer.concat(asked.flatMap(({ stream, payload }) => answer(stream, payload))));
    });
    socket.write(frame(kinds.settings, 0));
    socket.on('end', () => socket.end());
  });
  const listener = { backend_protocol: 'grpc' as const };
  const given = { protocol: 'https' as const, certificates, health_check, listener };
  const { port } = await balancing([serving(place)], given);
  const line = () => open(port);
  return { reached, line, ask: (asked, body) => asking(line(), asked, body) };
}

function open(port: number): Line {
  const socket = connect({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  const frames: Frame[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let ended = false;
  const end = () => {
    ended = true;
  };
  socket.on('data', (part) => {
    rest = takeFrames(Buffer.concat([rest, part]), frames);
  });
  socket.on('error', end).on('end', end).on('close', end);
  socket.write(opening);
  return {
    frames,
    write: (...parts) => void (ended || socket.write(Buffer.concat(parts))),
    get ended() {
      return ended;
    },
    get unsent() {
      return socket.writableLength;
    },
    deafen: () => void socket.pause(),
  };
}

async function asking(line: Line, asked: Fields, body: readonly Buffer[] = []): Promise<string> {
  const flags = endHeaders | (body.length === 0 ? endStream : 0);
  line.write(frame(kinds.headers, 1, block(asked), flags), ...body);
  const answer = () => line.frames.find(({ type, stream }) => type === kinds.headers && stream === 1);
  const refused = () => line.ended || line.frames.some(({ type }) => type === kinds.reset || type === kinds.goaway);
  await eventually(() => answer() !== undefined || refused());
  // Numbers of HPACK's static table (RFC 7541, appendix A).
  const known: Record<number, string> = { 136: '200', 137: '204', 140: '400' };
  const first = answer()?.payload[0];
  return first === undefined ? 'refused' : (known[first] ?? 'answered');
}

function statusOf(port: number): Promise<number> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  session.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':authority': 'shop.example.in', ':path': '/neighbour' });
    stream.on('error', reject).on('response', (headers) => resolve(Number(headers[':status'])));
    stream.resume().once('close', () => session.destroy());
  });
}
