import type { Command } from 'commander';
import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { show } from '#lib/cli/output/output.ts';
import { plain } from '#lib/cli/output/terminal.ts';
import type { Session } from '#lib/cli/run/session.ts';
import type { CommandModule, Runners } from './command.ts';
import { keep } from './logins.ts';

interface Row {
  readonly current: boolean;
  readonly account_id: string;
  readonly name: string;
  readonly role: string;
}

/** `svc account list`: the accounts whose teams one is in. */
export const list: CommandModule = {
  add(command: Command, { run }: Runners) {
    command.action(
      run(async (session) => {
        const view = { items: 'accounts', columns: ['current', 'account_id', 'name', 'role'] };
        await show({ accounts: await accountsOf(session) }, view, session.globals, session.format);
      }),
    );
  },
};

/** `svc account use`: goes on with another account in this context. */
export const use: CommandModule = {
  add(command: Command, { run }: Runners) {
    command.argument('<account>', 'id or name').action(run((session, text: string) => used(session, text)));
  },
};

async function accountsOf({ typed }: Session): Promise<Row[]> {
  const { accounts, account_id } = await typed.ask('getMe', {});
  return accounts.map((one) => ({ current: one.account_id === account_id, ...one }));
}

async function used(session: Session, text: string): Promise<void> {
  const { settings, typed } = session;
  if (settings.origin !== 'context' || settings.context?.auth !== 'session')
    throw usage('account use: only a login can switch accounts', 'svc login');
  const rows = await accountsOf(session);
  const found = rows.filter(({ account_id, name }) => account_id === text || name === text);
  const [one, ...others] = found;
  if (!one)
    throw new Failure(`there is no account "${plain(text)}" to switch to`, {
      exit: exits.missing,
      code: 'not_found',
      hint: 'svc account list',
    });
  if (others.length > 0)
    throw new Failure(
      `several accounts have the name "${plain(text)}": ${found.map((row) => row.account_id).join(', ')}`,
      {
        exit: exits.conflict,
        code: 'ambiguous',
        hint: 'the same command with one of these ids',
      },
    );
  await keep(session, await typed.ask('switchAccount', { body: { account_id: one.account_id } }));
}
