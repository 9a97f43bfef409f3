import type { WebSocket } from 'ws';
import type { HostLink } from '#lib/agent/link/link.ts';
import { LinkError } from '#lib/agent/link/link-error.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { type CloseCode, closeCodes } from '#lib/model/compute/console.ts';
import type { OpenedConsole } from '#lib/model/compute/host-messages.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import { openShell } from './shell.ts';
import { joinTerminal, type Terminal } from './terminal.ts';

/** What a console needs from its relay. */
export interface ConsoleContext {
  readonly driver: Pick<ComputeDriver, 'console'>;
  readonly link: HostLink;
  readonly idleMs: number;
  log(text: string): void;
}

/** One browser connected to one machine, from the handshake to the close. */
export class Console {
  readonly #context: ConsoleContext;
  readonly #opening: OpenedConsole;
  readonly #socket: WebSocket;
  #terminal: Terminal | undefined;
  #alive = true;

  constructor(context: ConsoleContext, socket: WebSocket, opening: OpenedConsole) {
    this.#context = context;
    this.#socket = socket;
    this.#opening = opening;
    // What is typed before the shell is open waits in the browser.
    socket.pause();
    socket.on('pong', () => {
      this.#alive = true;
    });
    // ws has closed it with the right code: 1009 for a frame that is too large, 1002 or 1007 for an invalid frame.
    socket.on('error', () => undefined);
    socket.once('close', (code) => void noteClosed(context, opening, code));
  }

  /** Resolves when the browser and the shell are joined, or when the console is closed again. */
  async start(): Promise<void> {
    const { instance_id, host_key, cols, rows } = this.#opening;
    try {
      const line = await this.#context.driver.console(instance_id);
      const shell = await openShell(line, host_key ?? '', { cols, rows });
      this.#socket.once('close', () => shell.end());
      if (this.#socket.readyState !== this.#socket.OPEN) return shell.end();
      this.#socket.resume();
      this.#terminal = joinTerminal(this.#socket, shell, (code) => void this.#ended(code));
    } catch (error) {
      this.#context.log(`console of ${instance_id}: ${(error as Error).message}`);
      await this.#lost();
    }
  }

  close(code: CloseCode, reason: string): void {
    // Reading is needed to see that the browser closes.
    this.#socket.resume();
    this.#socket.close(code, reason.slice(0, 120));
  }

  /** Checks without asking anybody whether the token has expired and whether the browser is still connected. */
  glance(): void {
    const { expires } = this.#opening;
    if (expires !== null && civilNow().getTime() >= expires * 1000) this.close(closeCodes.expired, 'token expired');
    else if ((this.#terminal?.idleMs() ?? 0) > this.#context.idleMs) this.close(closeCodes.idle, 'idle');
    // A paused socket is not read. Only a write shows that its browser is gone.
    else if (this.#socket.isPaused) this.#socket.ping();
  }

  /** Closes the console when the browser has not answered since the last call; otherwise asks it to answer. */
  probe(): void {
    if (this.#socket.isPaused) return;
    if (this.#alive) this.#socket.ping();
    else this.#socket.terminate();
    this.#alive = false;
  }

  /**
   * Closes the console when it is no longer allowed: the session or key is revoked, a policy changed, or the machine is
   * down.
   */
  async recheck(): Promise<boolean> {
    const refusal = await this.#refusal();
    const code = refusal ? codes[refusal.status] : undefined;
    if (!refusal || code === undefined) return true;
    this.close(code, refusal.message);
    return false;
  }

  async #refusal(): Promise<{ status: number; message: string } | null> {
    const { console_id: id } = this.#opening;
    try {
      return (await this.#context.link.call('checkHostConsole', {}, { id })).refused;
    } catch (error) {
      if (error instanceof LinkError && error.code === 'not_found') return error;
      // The control plane does not answer: that is no reason to close an allowed console.
      return null;
    }
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#socket.terminate();
  }

  /** A shell also ends when its machine goes down. In that case the machine is the reason. */
  async #ended(code: number | null): Promise<void> {
    if (code === null) return this.#lost();
    if (!(await this.recheck())) return;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify({ type: 'exit', code }));
    this.close(closeCodes.ended, 'the shell ended');
  }

  async #lost(): Promise<void> {
    if (await this.recheck()) this.close(closeCodes.failed, 'the machine does not answer');
  }
}

/** Tells the control plane that a console was closed, for the audit log. A failure is logged. */
export async function noteClosed(
  { link, log }: Pick<ConsoleContext, 'link' | 'log'>,
  { console_id: id }: Pick<OpenedConsole, 'console_id'>,
  code: number,
): Promise<void> {
  await link.call('closeHostConsole', { code }, { id }).catch((error: Error) => log(`audit: ${error.message}`));
}

const codes: Record<number, CloseCode> = {
  401: closeCodes.expired,
  403: closeCodes.denied,
  404: closeCodes.gone,
  409: closeCodes.notRunning,
};
