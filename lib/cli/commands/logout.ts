import type { Command } from 'commander';
import { lockContext, readContext, writeContext } from '#lib/cli/config/contexts.ts';
import { Failure } from '#lib/cli/failure.ts';
import { tell } from '#lib/cli/output/terminal.ts';
import { SvcError } from '#lib/client/error.ts';
import type { Runners } from './command.ts';

/** `svc logout`: ends the session, and forgets its tokens. */
export function add(command: Command, { run }: Runners): void {
  command.option('--all-sessions', 'end every session of this user').action(
    run(async (session, flags: { allSessions?: boolean }) => {
      const { name, context } = session.settings;
      if (!context?.access_token) throw new Failure('you are not logged in', { exit: 3, code: 'missing_credentials' });
      try {
        await session.client.request('logout', { body: { all: flags.allSessions === true } });
      } catch (error) {
        // A session that has ended already is ended.
        if (!(error instanceof SvcError) || error.status !== 401) throw error;
      }
      await lockContext(name, async () => {
        const { access_token: _, refresh_token: _r, refresh_key: _k, ...rest } = readContext(name) ?? context;
        writeContext(name, rest);
      });
      if (!session.globals.quiet) tell('Logged out.');
    }),
  );
}
