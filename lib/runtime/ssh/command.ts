import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { ServerChannel } from 'ssh2';
import type { Launch } from '#lib/runtime/launch.ts';
import type { Program } from '#lib/runtime/ssh/program.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { signalProcess } from '#lib/runtime/system/processes.ts';
import { onGone } from './program.ts';

/** Runs a program without a terminal over the channel. Its exit code or signal is sent on the channel. */
export function serveCommand(channel: ServerChannel, launch: Launch, connection: Socket): Program {
  // In a process group of its own, so that the command of a vanished client can be ended with its children.
  const child = spawn(launch.file, launch.args, { cwd: launch.cwd, env: launch.env, detached: true, stdio: 'pipe' });
  let running = true;
  const hangUp = () => {
    // What a finished command left running (`nohup … &`) is meant to stay, as under sshd.
    if (running && child.pid) signalProcess(-child.pid, 'SIGHUP');
    child.stdin.destroy();
    child.stdout.destroy();
    child.stderr.destroy();
  };
  onGone(channel, connection, hangUp);
  channel.pipe(child.stdin);
  child.stdout.pipe(channel, { end: false });
  child.stderr.pipe(channel.stderr, { end: false });
  // A program may close its input, or end, while the client is still sending.
  child.stdin.on('error', () => channel.resume());
  child.once('exit', () => {
    running = false;
  });
  child.once('error', () => finish(channel, 127, null));
  child.once('close', (code, signal) => finish(channel, code, signal));
  return {
    resize: ignore,
    signal: (name) => forward(child, name),
  };
}

const SIGNALS = new Set([
  'ABRT',
  'ALRM',
  'FPE',
  'HUP',
  'ILL',
  'INT',
  'KILL',
  'PIPE',
  'QUIT',
  'SEGV',
  'TERM',
  'USR1',
  'USR2',
]);

/** Sends a client's signal (RFC 4254 name) to a program and its children. Unknown names do nothing. */
export function forward(child: Pick<ChildProcess, 'pid'>, name: string): void {
  if (child.pid && SIGNALS.has(name)) signalProcess(-child.pid, `SIG${name}` as NodeJS.Signals);
}

/** Ends the channel with the program's exit code, or with the signal that ended it. */
export function finish(channel: ServerChannel, code: number | null, signal: string | null): void {
  if (channel.destroyed) return;
  if (signal) channel.exit(signal.replace(/^SIG/, ''));
  else channel.exit(code ?? 255);
  // end() sends everything that was written to the channel first; close() would drop the rest.
  channel.end();
}
