import type { Command } from 'commander';
import { usage } from '#lib/cli/failure.ts';
import { canAsk, tell } from '#lib/cli/output/terminal.ts';
import type { Runners } from './command.ts';
import { given, keep, type PasswordSource, passwordOf } from './logins.ts';

interface Flags extends PasswordSource {
  readonly name?: string;
}

/** `svc register`: a new account, and a login in the context. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('[email]', 'your e-mail address')
    .option('--name <text>', 'your name')
    .option('--password-stdin', 'read the password from standard input')
    .action(
      run(async (session, email: string | undefined, flags: Flags) => {
        const address = await given(email, 'E-mail: ');
        const password = await passwordOf(flags, 'New password: ');
        if (canAsk() && !flags.passwordStdin && (await passwordOf({}, 'Repeat the new password: ')) !== password)
          throw usage('the passwords do not match');
        const body = { email: address, password, ...(flags.name !== undefined && { name: flags.name }) };
        const reply = await session.client.request('register', { body });
        await keep(session, reply.body as never);
        if (!session.globals.quiet) tell('A mail with a code is on its way: svc account verify-email --code CODE');
      }),
    );
}
