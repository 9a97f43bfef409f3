import type { Command } from 'commander';
import type { Runners } from './command.ts';
import { given, keep, loginIam, loginPerson, type PasswordSource, passwordOf } from './logins.ts';

interface Flags extends PasswordSource {
  readonly account?: string;
  readonly code?: string;
}

/** `svc login`: a session, kept in the context. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('[who]', 'your e-mail address, or with --account the name of an IAM user')
    .option('--account <id>', 'log in as an IAM user of this account')
    .option('--code <digits>', 'a one-time code, if your login uses them')
    .option('--password-stdin', 'read the password from standard input')
    .action(
      run(async (session, who: string | undefined, flags: Flags) => {
        const { account, code } = flags;
        const name = await given(who, account === undefined ? 'E-mail: ' : 'User name: ');
        const password = await passwordOf(flags);
        const tokens =
          account === undefined
            ? await loginPerson(session.client, name, password, code)
            : await loginIam(session.client, { account_id: account, username: name, password }, code);
        await keep(session, tokens);
      }),
    );
}
