import { randomUUID } from 'node:crypto';
import { checkDefinition, definitionProblems } from '#lib/local/stepfunctions/asl/validate.ts';
import { ServiceError } from '#lib/local/stepfunctions/errors.ts';
import type { MachineRecord } from '#lib/local/stepfunctions/store/machines.ts';
import { digest } from '#lib/local/stepfunctions/store/machines.ts';
import { type Action, ARN, machineOf, text } from './action.ts';
import { checkName, PAGING, type Parameter, page, timestamp } from './parameters.ts';

const DEFINITION: Parameter = { type: 'string', max: 1_048_576 };
const TYPE: Parameter = { type: 'string', values: ['STANDARD'] };
const ROLE: Parameter = { type: 'string', max: 256 };

const createStateMachine: Action = {
  parameters: {
    name: { type: 'string', required: true },
    definition: { ...DEFINITION, required: true },
    roleArn: { ...ROLE, required: true },
    type: TYPE,
  },
  async run(engine, values) {
    const name = checkName(String(values.name));
    const definition = String(values.definition);
    checkDefinition(definition);
    return engine.machines.serially(async () => {
      const known = engine.machines.get(name);
      if (known) return created(sameAs(known, definition));
      const now = Date.now();
      const roleArn = checkRole(String(values.roleArn));
      const arn = engine.arns.machine(name);
      return created(await engine.machines.put({ name, arn, roleArn, createdAt: now, updatedAt: now }, definition));
    });
  },
};

const updateStateMachine: Action = {
  parameters: { stateMachineArn: ARN, definition: DEFINITION, roleArn: ROLE },
  async run(engine, values) {
    const definition = text(values.definition);
    if (definition === undefined && values.roleArn === undefined) {
      throw new ServiceError('MissingRequiredParameter', 'Either the definition or the roleArn must be specified');
    }
    if (definition !== undefined) checkDefinition(definition);
    return engine.machines.serially(async () => {
      const known = notDeleting(machineOf(engine, values.stateMachineArn));
      const roleArn = values.roleArn === undefined ? known.roleArn : checkRole(String(values.roleArn));
      const revised = { ...known, roleArn, updatedAt: Date.now(), revisionId: randomUUID() };
      if (definition === undefined) await engine.machines.save(revised);
      else await engine.machines.put(revised, definition);
      return { updateDate: timestamp(revised.updatedAt), revisionId: revised.revisionId };
    });
  },
};

const describeStateMachine: Action = {
  parameters: { stateMachineArn: ARN, includedData: { type: 'string', values: ['ALL_DATA', 'METADATA_ONLY'] } },
  async run(engine, values) {
    const machine = machineOf(engine, values.stateMachineArn);
    return {
      stateMachineArn: machine.arn,
      name: machine.name,
      status: machine.deleting ? 'DELETING' : 'ACTIVE',
      definition: values.includedData === 'METADATA_ONLY' ? '{}' : engine.machines.text(machine.definition),
      roleArn: machine.roleArn,
      type: 'STANDARD',
      creationDate: timestamp(machine.createdAt),
      ...(machine.revisionId && { revisionId: machine.revisionId }),
    };
  },
};

const listStateMachines: Action = {
  parameters: PAGING,
  async run(engine, values) {
    const { items, nextToken } = page(engine.machines.list(), ({ name }) => name, values);
    const stateMachines = items.map(({ arn, name, createdAt }) => {
      return { stateMachineArn: arn, name, type: 'STANDARD', creationDate: timestamp(createdAt) };
    });
    return { stateMachines, ...(nextToken && { nextToken }) };
  },
};

const deleteStateMachine: Action = {
  parameters: { stateMachineArn: ARN },
  async run(engine, values) {
    return engine.machines.serially(async () => {
      const name = engine.arns.machineName(String(values.stateMachineArn));
      const machine = name === undefined ? undefined : engine.machines.get(name);
      if (machine) {
        await engine.machines.save({ ...machine, deleting: true });
        await engine.removeIfDone(machine.name);
      }
      return {};
    });
  },
};

const validateStateMachineDefinition: Action = {
  parameters: {
    definition: { ...DEFINITION, required: true },
    type: TYPE,
    severity: { type: 'string', values: ['ERROR', 'WARNING'] },
    maxResults: { type: 'integer', max: 100 },
  },
  async run(_engine, values) {
    const problems = definitionProblems(String(values.definition));
    const maxResults = Number(values.maxResults) || 100;
    const diagnostics = problems.slice(0, maxResults).map(({ path, message }) => {
      return { severity: 'ERROR', code: 'SCHEMA_VALIDATION_FAILED', message, location: path };
    });
    return { result: problems.length === 0 ? 'OK' : 'FAIL', diagnostics, truncated: problems.length > maxResults };
  },
};

/** Actions on state machines. */
export const machineActions: Record<string, Action> = {
  CreateStateMachine: createStateMachine,
  UpdateStateMachine: updateStateMachine,
  DescribeStateMachine: describeStateMachine,
  ListStateMachines: listStateMachines,
  DeleteStateMachine: deleteStateMachine,
  ValidateStateMachineDefinition: validateStateMachineDefinition,
};

function created({ arn, createdAt }: MachineRecord): Record<string, unknown> {
  return { stateMachineArn: arn, creationDate: timestamp(createdAt) };
}

function sameAs(known: MachineRecord, definition: string): MachineRecord {
  if (notDeleting(known).definition === digest(definition)) return known;
  throw new ServiceError('StateMachineAlreadyExists', `State Machine Already Exists: '${known.arn}'`);
}

function notDeleting(machine: MachineRecord): MachineRecord {
  if (!machine.deleting) return machine;
  throw new ServiceError('StateMachineDeleting', `State Machine Deleting: '${machine.arn}'`);
}

function checkRole(arn: string): string {
  if (/^arn:[^:]+:iam::[^:]*:role\/.+/.test(arn)) return arn;
  throw new ServiceError('InvalidArn', `Invalid Role Arn: '${arn}'`);
}
