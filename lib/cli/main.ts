import { CommanderError } from 'commander';
import type { Runners } from './commands/command.ts';
import { checkVariables, wantsJson } from './config/environment.ts';
import { exits, usage } from './failure.ts';
import { allowed, flagMeant, guess, inShell } from './guess.ts';
import { buildProgram, globalsOf, type RunTable, verbAliases } from './program.ts';
import { waitTimeoutOf } from './run/wait-timeout.ts';
import { commandsOf } from './table/commands.ts';
import { nounOf } from './table/nouns.ts';

/**
 * Runs a command line and answers its exit code. Data goes to stdout, everything else to stderr.
 */
export async function main(given: readonly string[], version: string): Promise<number> {
  // Whoever reads the output may stop, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : exits.other));
  let words = given;
  try {
    if (given[0] === '__complete') return await complete(given.slice(1));
    words = await understood(given);
    const program = await buildProgram({
      words,
      version,
      runTable: tableRunner(() => globalsOf(program)),
      runners: runnersFor(() => globalsOf(program)),
    });
    await program.parseAsync(words, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')) return 0;
    const { tellFailure } = await import('./output/errors.ts');
    return tellFailure(error instanceof CommanderError ? asUsage(error, words) : error, isJson(words));
  }
}

/** The words in our order and our names. Where they were not, the command that they were taken for is told. */
async function understood(given: readonly string[]): Promise<readonly string[]> {
  const found = guess(given);
  if (!found) return given;
  const words = allowed(found, given);
  const isQuiet = given.some((word) => word === '-q' || word === '--quiet' || word === 'help');
  if (!isQuiet && !isJson(given)) (await import('./output/terminal.ts')).tell(`taken as: ${inShell(words)}`);
  return words;
}

/** Answers a shell; what goes wrong is no business of who is typing. */
async function complete(words: readonly string[]): Promise<number> {
  try {
    const { completions } = await import('./complete.ts');
    const found = await completions(words);
    process.stdout.write(found.map((text) => `${text}\n`).join(''));
  } catch {
    return exits.other;
  }
  return 0;
}

/** What commander refuses, in our words. */
function asUsage({ message }: CommanderError, words: readonly string[]) {
  const sentence = message.replace(/^error: /, '').replace(/\n\(Did you mean ([^?]{1,400})\?\)/, '; did you mean $1?');
  const asked = words.filter((word) => /^[a-z][a-z-]*$/.test(word)).slice(0, /unknown command/.test(sentence) ? 1 : 2);
  const [, flag = ''] = /^unknown option '--([a-z-]+)'$/.exec(sentence) ?? [];
  const meant = flag && flagOf(asked, flag);
  return usage(
    meant ? `${sentence}; did you mean --${meant}?` : sentence,
    ['svc', ...(nounOf(asked[0] ?? '') ? asked : []), '--help'].join(' '),
  );
}

function flagOf([noun = '', verb = '']: readonly string[], flag: string): string | undefined {
  const command = commandsOf(nounOf(noun)).find((one) => one.verb === verb || verbAliases[one.verb]?.includes(verb));
  return command && flagMeant(command, flag);
}

/** Whether errors are JSON; asked before the flags are known to be right. */
function isJson(words: readonly string[]): boolean {
  const at = words.findIndex((word) => word === '-o' || word === '--output');
  const joined = words.find((word) => /^(-o|--output)=?json/.test(word));
  if (at < 0) return joined !== undefined || wantsJson();
  return words[at + 1] === 'json' || words[at + 1] === 'jsonl';
}

type GlobalsOf = () => ReturnType<typeof globalsOf>;

function tableRunner(globals: GlobalsOf): RunTable {
  return async (command, written, options) => {
    const [{ runOperation }, { interruptible }, { openSession }] = await Promise.all([
      import('./run/operation.ts'),
      import('./run/interruptible.ts'),
      import('./run/session.ts'),
    ]);
    const { dryRun, ifMatch, idempotencyKey, wait = true, waitTimeout = 600, all, sort, cursor, follow } = options;
    const timeout = waitTimeoutOf(waitTimeout);
    const how = { dryRun, ifMatch, idempotencyKey, wait, waitTimeout: timeout, all, sort, cursor, follow };
    await interruptible(async (signal) =>
      runOperation(await openSession(globals(), signal), command, written, how as never),
    );
  };
}

function runnersFor(globals: GlobalsOf): Runners {
  return {
    run:
      (work) =>
      async (...given) => {
        const [{ interruptible }, { openSession }] = await Promise.all([
          import('./run/interruptible.ts'),
          import('./run/session.ts'),
        ]);
        await interruptible(async (signal) => work(await openSession(globals(), signal), ...given));
      },
    bare:
      (work) =>
      async (...given) => {
        checkVariables();
        (await import('./config/settings.ts')).formatOf(globals());
        await work(globals(), ...given);
      },
  };
}
