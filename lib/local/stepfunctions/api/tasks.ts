import type { Json } from '#lib/local/stepfunctions/asl/definition.ts';
import { ServiceError } from '#lib/local/stepfunctions/errors.ts';
import { answer, beat } from '#lib/local/stepfunctions/interpreter/answers.ts';
import { type Action, text } from './action.ts';
import type { Parameter } from './parameters.ts';

const MOST_OUTPUT = 262_144;
const TOKEN: Parameter = { type: 'string', required: true, max: 2_048 };

const sendTaskSuccess: Action = {
  parameters: { taskToken: TOKEN, output: { type: 'string', required: true } },
  async run(engine, values) {
    const token = String(values.taskToken);
    const run = engine.waiting(token);
    const output = checkOutput(String(values.output));
    return accepted(await answer(run, token, 'TaskSucceeded', { output }));
  },
};

const sendTaskFailure: Action = {
  parameters: {
    taskToken: TOKEN,
    error: { type: 'string', max: 256 },
    cause: { type: 'string', max: 32_768 },
  },
  async run(engine, values) {
    const token = String(values.taskToken);
    const cause = text(values.cause);
    const details = { error: text(values.error) ?? '', ...(cause !== undefined && { cause }) };
    return accepted(await answer(engine.waiting(token), token, 'TaskFailed', details));
  },
};

const sendTaskHeartbeat: Action = {
  parameters: { taskToken: TOKEN },
  async run(engine, values) {
    const token = String(values.taskToken);
    return accepted(beat(engine.waiting(token), token));
  },
};

/** The actions with a task token. */
export const taskActions: Record<string, Action> = {
  SendTaskSuccess: sendTaskSuccess,
  SendTaskFailure: sendTaskFailure,
  SendTaskHeartbeat: sendTaskHeartbeat,
};

function accepted(done: boolean): Record<string, never> {
  if (done) return {};
  throw new ServiceError('TaskTimedOut', 'Task Timed Out: the task has ended or its token has expired');
}

function checkOutput(output: string): Json {
  if (Buffer.byteLength(output) > MOST_OUTPUT) {
    throw new ServiceError('InvalidOutput', `Invalid Output: it is larger than ${MOST_OUTPUT} bytes`);
  }
  try {
    return JSON.parse(output) as Json;
  } catch {
    throw new ServiceError('InvalidOutput', `Invalid Output: it is not JSON`);
  }
}
