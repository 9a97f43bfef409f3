import { constants } from 'node:os';
import pty from '@lydell/node-pty';
import type { PseudoTtyInfo, ServerChannel } from 'ssh2';
import type { Launch } from '#lib/agent/hosted/backend.ts';
import { signalProcess } from '#lib/agent/hosted/processes.ts';
import { finish, forward } from './command.ts';
import type { Program } from './session.ts';

const SIDE = { min: 1, max: 1000 };

/** Runs a program at a terminal over the channel. When the client vanishes, it and what it runs are ended. */
export function serveTerminal(channel: ServerChannel, launch: Launch, info: PseudoTtyInfo): Program {
  const terminal = pty.spawn(launch.file, [...launch.args], {
    cols: side(info.cols, 80),
    rows: side(info.rows, 24),
    cwd: launch.cwd,
    env: { ...launch.env },
    encoding: null,
  });
  let running = true;
  terminal.onData((data) => {
    if (!channel.write(data)) terminal.pause();
  });
  channel.on('drain', () => terminal.resume());
  channel.on('data', (data: Buffer) => running && terminal.write(data as unknown as string));
  channel.on('close', () => {
    if (!running) return;
    // SIGHUP would end only the outer program; the group also holds the one that relays the inner terminal.
    signalProcess(-terminal.pid, 'SIGTERM');
    (terminal as pty.IPty & { destroy(): void }).destroy();
  });
  terminal.onExit(({ exitCode, signal }) => {
    running = false;
    finish(channel, exitCode, signal ? signalName(signal) : null);
  });
  return {
    resize: (size) => running && terminal.resize(side(size.cols, 80), side(size.rows, 24)),
    signal: (name) => running && forward(terminal, name),
  };
}

function side(value: number, otherwise: number): number {
  return Number.isInteger(value) && value >= SIDE.min ? Math.min(value, SIDE.max) : otherwise;
}

function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? 'SIGKILL';
}
