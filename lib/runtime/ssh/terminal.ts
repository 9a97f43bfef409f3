import type { Socket } from 'node:net';
import { constants } from 'node:os';
import pty from '@lydell/node-pty';
import type { PseudoTtyInfo, ServerChannel } from 'ssh2';
import type { Launch } from '#lib/runtime/launch.ts';
import type { Program } from '#lib/runtime/ssh/program.ts';
import { signalProcess } from '#lib/runtime/system/processes.ts';
import { finish, forward } from './command.ts';
import { onGone } from './program.ts';
import { TerminalInput } from './terminal-input.ts';

const SIDE = { min: 1, max: 1000 };

/** Runs a program on a terminal over the channel. When the client vanishes, the program and its children are ended. */
export function serveTerminal(
  channel: ServerChannel,
  launch: Launch,
  { tty, connection }: { readonly tty: PseudoTtyInfo; readonly connection: Socket },
): Program {
  const terminal = pty.spawn(launch.file, [...launch.args], {
    cols: side(tty.cols, 80),
    rows: side(tty.rows, 24),
    cwd: launch.cwd,
    env: { ...launch.env },
    encoding: null,
  });
  let running = true;
  terminal.onData((data) => {
    if (!channel.write(data)) terminal.pause();
  });
  channel.on('drain', () => terminal.resume());
  const input = new TerminalInput(terminal, () => channel.resume());
  channel.on('data', (data: Buffer) => {
    if (running && !input.write(data)) channel.pause();
  });
  onGone(channel, connection, () => {
    if (!running) return;
    // SIGHUP would end only the outer program. The group also holds the program that relays the inner terminal.
    signalProcess(-terminal.pid, 'SIGTERM');
    (terminal as pty.IPty & { destroy(): void }).destroy();
  });
  terminal.onExit(({ exitCode, signal }) => {
    running = false;
    channel.resume();
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
