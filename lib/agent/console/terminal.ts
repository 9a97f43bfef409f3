import type { ClientChannel } from 'ssh2';
import type { RawData, WebSocket } from 'ws';
import type { CloseCode } from '#lib/model/compute/console.ts';
import { readMessage } from './messages.ts';
import type { Shell } from './shell.ts';

/** Most bytes that may wait for a slow browser; above that, the shell is paused. */
const HIGH_WATER = 256 * 1024;

/** An open console, as the relay checks it. */
export interface Terminal {
  /** Milliseconds since bytes last passed in either direction, on a clock that is never moved. */
  idleMs(): number;
  close(code: CloseCode, reason: string): void;
}

/** Joins a browser and a shell. Calls `ended` once, with the shell's exit code, or null when it ended without one. */
export function joinTerminal(socket: WebSocket, shell: Shell, ended: (code: number | null) => void): Terminal {
  const { channel } = shell;
  let last = performance.now();
  let exit: number | null = null;
  const send = (message: object) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message));
  const terminal: Terminal = {
    idleMs: () => performance.now() - last,
    close: (code, reason) => socket.close(code, reason.slice(0, 120)),
  };
  socket.on('message', (data, binary) => {
    if (!binary) return receive(String(data), { channel, send, terminal });
    last = performance.now();
    type(data, socket, channel);
  });
  channel.on('data', (data: Buffer) => {
    last = performance.now();
    show(data, socket, channel);
  });
  channel.on('error', () => undefined);
  channel.once('exit', (code: number | null, signal?: string) => {
    exit = code ?? (signal ? 255 : null);
  });
  channel.once('close', () => {
    shell.end();
    ended(exit);
  });
  send({ type: 'ready' });
  return terminal;
}

interface Ends {
  readonly channel: ClientChannel;
  send(message: object): void;
  readonly terminal: Terminal;
}

function receive(text: string, { channel, send, terminal }: Ends): void {
  const message = readMessage(text);
  if ('code' in message) terminal.close(message.code, message.reason);
  else if (message.type === 'ping') send({ type: 'pong' });
  else channel.setWindow(message.rows, message.cols, 0, 0);
}

/** What is typed faster than the machine reads waits in the browser. */
function type(data: RawData, socket: WebSocket, channel: ClientChannel): void {
  if (!channel.writable || channel.write(data as Buffer)) return;
  socket.pause();
  channel.once('drain', () => socket.resume());
}

/** Output that is faster than the browser waits in the machine. */
function show(data: Buffer, socket: WebSocket, channel: ClientChannel): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.send(data, { binary: true }, () => {
    if (channel.isPaused() && socket.bufferedAmount < HIGH_WATER / 2) channel.resume();
  });
  if (socket.bufferedAmount > HIGH_WATER) channel.pause();
}
