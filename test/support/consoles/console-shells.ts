import { socketPair } from '#lib/agent/hosted/socket-pair.ts';
import type { ConsoleLine } from '#lib/runtime/driver-view.ts';
import { makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { parseAuthorizedKeys } from '#lib/runtime/ssh/keys.ts';
import { makeSshServer } from '#lib/runtime/ssh/server.ts';

/** What stands for the machines of a host with consoles: shells of this computer, behind the SSH server of machines. */
export interface ConsoleShells {
  /** The key that every machine shows. */
  readonly hostKey: string;
  console(): Promise<ConsoleLine>;
  close(): void;
}

/** Shells that start in a folder. */
export function consoleShells(cwd: string): ConsoleShells {
  const hostKey = makeHostKey();
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin' };
  const server = makeSshServer({
    hostKey,
    keys: (user) => (user === 'root' ? [] : null),
    launch: (login) => ({ file: '/bin/sh', args: [], cwd, env: { ...login.env, ...env } }),
  });
  return {
    hostKey: hostKey.public,
    async console() {
      const { public: key, private: private_key } = makeHostKey();
      const { near, far } = await socketPair();
      server.accept(far, parseAuthorizedKeys([key]));
      return { stream: near, user: 'root', private_key };
    },
    close: () => void server.close(),
  };
}
