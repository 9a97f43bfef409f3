import { GetExecutionHistoryCommand } from '@aws-sdk/client-sfn';
import { stepFunctions } from '#lib/drivers/workflows/start.ts';
import { ACCOUNT, REGION } from '#lib/local/environment.ts';
import { count, entry, type Ledger } from './ledger.ts';

interface Started {
  readonly stateMachineArn?: string;
  readonly name?: string;
}

type Next = (args: { input: Started }) => Promise<object>;

/** Has the ledger keep account of the calls of Step Functions that functions send. */
export function countWorkflows(ledger: Ledger): void {
  const middleware =
    (next: Next, { commandName }: { commandName?: string }): Next =>
    async (args) => {
      const name = String(commandName).replace(/Command$/, '');
      const end = ledger.begin();
      try {
        return await next(args);
      } finally {
        end();
        ledger.noteService(name);
        if (name === 'StartExecution')
          ledger.noteExecution(String(args.input.name), String(args.input.stateMachineArn).split(':').at(-1) ?? '');
      }
    };
  const options = { step: 'initialize', priority: 'high', name: 'ledger' } as const;
  (stepFunctions().middlewareStack as { add(middleware: unknown, options: object): void }).add(middleware, options);
}

/** Counts the transitions of the executions that the present cause has started: each state that one of them entered. */
export async function countTransitions({ accounts, cause, minute }: Ledger): Promise<void> {
  const account = accounts.get(cause);
  for (const [name, machine] of account?.executions ?? []) {
    const executionArn = `arn:aws:states:${REGION}:${ACCOUNT}:execution:${machine}:${name}`;
    const { events = [] } = await stepFunctions().send(
      new GetExecutionHistoryCommand({ executionArn, maxResults: 1000, includeExecutionData: false }),
    );
    // A retry is a transition too.
    const isTransition = (type = '') => type.endsWith('StateEntered') || type.endsWith('RetryScheduled');
    const transitions = events.filter(({ type }) => isTransition(type)).length;
    if (!account) continue;
    count(
      entry(account.transitions, machine, () => new Map<number, number>()),
      minute,
      transitions,
    );
    account.histories.set(machine, Math.max(account.histories.get(machine) ?? 0, events.length));
  }
  account?.executions.clear();
}
