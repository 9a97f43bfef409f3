import { randomUUID } from 'node:crypto';
import type { Engine } from '#lib/local/stepfunctions/engine.ts';
import { ServiceError } from '#lib/local/stepfunctions/errors.ts';
import { identityOf, type JournalRecord, type Status, statusOf } from '#lib/local/stepfunctions/interpreter/records.ts';
import type { Run } from '#lib/local/stepfunctions/interpreter/run.ts';
import { keyOf } from '#lib/local/stepfunctions/store/executions.ts';
import { type Action, ARN, machineOf, text } from './action.ts';
import { eventOf } from './history.ts';
import { checkName, PAGING, type Parameter, page, timestamp } from './parameters.ts';

const MOST_INPUT = 262_144;
const STATUSES: readonly Status[] = ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'];
const ERROR: Parameter = { type: 'string', max: 256 };
const CAUSE: Parameter = { type: 'string', max: 32_768 };

const startExecution: Action = {
  parameters: {
    stateMachineArn: ARN,
    name: { type: 'string' },
    input: { type: 'string' },
    traceHeader: { type: 'string', max: 256 },
  },
  async run(engine, values) {
    const machine = machineOf(engine, values.stateMachineArn);
    const name = checkName(text(values.name) ?? randomUUID());
    const input = checkInput(text(values.input) ?? '{}');
    if (machine.deleting) {
      throw new ServiceError('StateMachineDeleting', `State Machine Deleting: '${machine.arn}'`);
    }
    const { identity, startedAt } = await engine.start(machine, name, input);
    return { executionArn: identity.arn, startDate: timestamp(startedAt) };
  },
};

const describeExecution: Action = {
  parameters: { executionArn: ARN },
  async run(engine, values) {
    const found = await find(engine, String(values.executionArn));
    // A client that polls must not cause a long journal to be read each time.
    const running = found.run && !found.run.closing ? found.run : undefined;
    const [first, last] = running ? [] : ends(engine.executions.records(found.key));
    const { arn, machineArn, name, input } = running?.identity ?? identityOf(first as JournalRecord);
    const { output, error, cause } = last?.details ?? {};
    return {
      executionArn: arn,
      stateMachineArn: machineArn,
      name,
      status: last ? statusOf(last) : 'RUNNING',
      startDate: timestamp(running?.startedAt ?? first?.at ?? 0),
      ...(last && { stopDate: timestamp(last.at) }),
      input,
      inputDetails: { included: true },
      ...(output !== undefined && { output: JSON.stringify(output), outputDetails: { included: true } }),
      ...(error !== undefined && { error }),
      ...(cause !== undefined && { cause }),
    };
  },
};

const listExecutions: Action = {
  parameters: {
    stateMachineArn: ARN,
    statusFilter: { type: 'string', values: STATUSES },
    ...PAGING,
  },
  async run(engine, values) {
    const { name, arn } = machineOf(engine, values.stateMachineArn);
    const running = [...engine.runs.values()]
      .filter(({ identity }) => identity.machine === name)
      .map(({ identity, startedAt }) => ({ name: identity.name, status: 'RUNNING', startedAt, stoppedAt: undefined }));
    const all = [...running, ...engine.executions.list(name)]
      .filter(({ status }) => values.statusFilter === undefined || status === values.statusFilter)
      .sort((a, b) => b.startedAt - a.startedAt || (a.name < b.name ? -1 : 1));
    const { items, nextToken } = page(all, (item) => item.name, values);
    const executions = items.map(({ name: execution, status, startedAt, stoppedAt }) => ({
      executionArn: engine.arns.execution(name, execution),
      stateMachineArn: arn,
      name: execution,
      status,
      startDate: timestamp(startedAt),
      ...(stoppedAt !== undefined && { stopDate: timestamp(stoppedAt) }),
    }));
    return { executions, ...(nextToken && { nextToken }) };
  },
};

const getExecutionHistory: Action = {
  parameters: {
    executionArn: ARN,
    reverseOrder: { type: 'boolean' },
    includeExecutionData: { type: 'boolean' },
    ...PAGING,
  },
  async run(engine, values) {
    const { key } = await find(engine, String(values.executionArn));
    const visible = engine.executions.records(key).filter(({ id }) => id > 0);
    if (values.reverseOrder) visible.reverse();
    const { items, nextToken } = page(visible, ({ id }) => String(id), values);
    const events = items.map((record) => eventOf(record, values.includeExecutionData !== false));
    return { events, ...(nextToken && { nextToken }) };
  },
};

const stopExecution: Action = {
  parameters: { executionArn: ARN, error: ERROR, cause: CAUSE },
  async run(engine, values) {
    const { run, key } = await find(engine, String(values.executionArn));
    if (!run) return { stopDate: timestamp(engine.executions.get(key)?.stoppedAt ?? 0) };
    const [error, cause] = [text(values.error), text(values.cause)];
    run.close('ExecutionAborted', { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) });
    await run.durable();
    return { stopDate: timestamp(run.closing?.at ?? Date.now()) };
  },
};

/** Actions on executions. */
export const executionActions: Record<string, Action> = {
  StartExecution: startExecution,
  DescribeExecution: describeExecution,
  ListExecutions: listExecutions,
  GetExecutionHistory: getExecutionHistory,
  StopExecution: stopExecution,
};

function checkInput(input: string): string {
  try {
    JSON.parse(input);
  } catch {
    throw new ServiceError('InvalidExecutionInput', 'Invalid State Machine Execution Input: it is not JSON');
  }
  if (Buffer.byteLength(input) <= MOST_INPUT) return input;
  throw new ServiceError('InvalidExecutionInput', `The input is larger than ${MOST_INPUT} bytes`);
}

/** The execution with this ARN, with its end durable if it has ended; throws ExecutionDoesNotExist. */
async function find(engine: Engine, arn: string): Promise<{ key: string; run: Run | undefined }> {
  const owner = engine.arns.executionName(arn);
  const key = owner ? keyOf(owner.machine, owner.name) : '';
  const run = engine.runs.get(key);
  if (!run && !engine.executions.get(key)) {
    throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
  }
  if (run?.closing) await run.durable();
  return { key, run };
}

function ends(records: JournalRecord[]): [JournalRecord | undefined, JournalRecord | undefined] {
  return [records[0], records.at(-1)];
}
