import { Client, type ClientChannel } from 'ssh2';
import type { ConsoleLine } from '#lib/runtime/driver-view.ts';

/** A login shell on a machine's terminal. */
export interface Shell {
  readonly channel: ClientChannel;
  /** Ends the shell and the connection. */
  end(): void;
}

const READY_WITHIN_MS = 10_000;
const TERMINAL = 'xterm-256color';

/** Logs in over a line and starts a shell. Rejects when the machine does not show the expected host key. */
export function openShell(
  line: ConsoleLine,
  hostKey: string,
  size: { readonly cols: number; readonly rows: number },
): Promise<Shell> {
  const client = new Client();
  const expected = hostKey.split(' ')[1] ?? '';
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      client.end();
      line.stream.destroy();
      reject(error);
    };
    client.once('error', fail);
    client.once('close', () => fail(new Error('the connection to the machine ended')));
    client.once('ready', () =>
      client.shell(
        { ...size, term: TERMINAL, width: 0, height: 0 },
        { env: { COLORTERM: 'truecolor' } },
        (error, channel) => {
          if (error) return fail(error);
          // From here on the channel's end counts. Without a listener a late error would end this process.
          client.removeAllListeners('error').on('error', () => channel.destroy());
          resolve({ channel, end: () => client.end() });
        },
      ),
    );
    client.connect({
      sock: line.stream as never,
      username: line.user,
      privateKey: line.private_key,
      hostVerifier: (key: Buffer) => expected !== '' && key.toString('base64') === expected,
      readyTimeout: READY_WITHIN_MS,
      keepaliveInterval: 30_000,
    });
  });
}
