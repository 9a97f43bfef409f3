import jsonata from 'jsonata';
import { type Deployed, idsOf, propertiesOf } from './deployed.ts';

/** The state machine of a template, as far as it matters how it runs. */
export interface Machine {
  readonly StateMachineName: string;
  readonly StateMachineType?: string;
  readonly DefinitionString: string;
  readonly DefinitionSubstitutions?: Readonly<Record<string, unknown>>;
  readonly RoleArn: unknown;
}

interface State {
  readonly Type: string;
  readonly Next?: string;
  readonly Choices?: readonly { readonly Condition: string; readonly Next: string }[];
  readonly Items?: unknown;
  readonly ItemProcessor?: Workflow;
  readonly Arguments?: unknown;
}

interface Workflow {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

interface Call {
  readonly FunctionName: string;
  readonly InvocationType: string;
  readonly Payload: unknown;
}

/** As much of what was deployed as the definitions need. */
type Parts = Pick<Deployed, 'template' | 'resolve'>;

type Invoke = (name: string, payload: unknown) => Promise<unknown>;

/** The same for a task, whose call may be an event, which is only handed over. */
type Perform = (name: string, payload: unknown, isEvent: boolean) => Promise<unknown>;

/** The definition of a state machine with the ARNs of the stack. */
export function definitionOf(
  { DefinitionString, DefinitionSubstitutions = {} }: Machine,
  deployed: Pick<Deployed, 'resolve'>,
): string {
  const arns = deployed.resolve(DefinitionSubstitutions) as Record<string, string>;
  return DefinitionString.replace(/\$\{(\w+)\}/g, (whole, key: string) => arns[key] ?? whole);
}

/**
 * The express workflows of the stack by their names, each as what its start does. The product's own engine runs none,
 * and no states that go through a list.
 */
export function expressWorkflows(deployed: Parts, invoke: Invoke): Map<string, (input: unknown) => Promise<void>> {
  const machines = idsOf(deployed.template, 'AWS::StepFunctions::StateMachine').map((id) =>
    propertiesOf<Machine>(deployed.template, id),
  );
  // Events wait in a queue, as in Lambda. Here one leaves it at a time: moto answers one call at a time, and dozens of
  // runs at once would keep requests waiting for longer than functions may take.
  let events: Promise<unknown> = Promise.resolve();
  const perform: Perform = async (name, payload, isEvent) => {
    if (!isEvent) return invoke(name, payload);
    // What it throws is among what functions have thrown.
    events = events.then(() => invoke(name, payload)).catch(() => undefined);
    return undefined;
  };
  return new Map(
    machines.flatMap((machine) => {
      if (machine.StateMachineType !== 'EXPRESS') return [];
      const definition = JSON.parse(definitionOf(machine, deployed)) as Workflow;
      return [[machine.StateMachineName, (input: unknown) => run(definition, input, perform)] as const];
    }),
  );
}

async function run({ StartAt, States }: Workflow, input: unknown, invoke: Perform): Promise<void> {
  let name: string | undefined = StartAt;
  while (name !== undefined) {
    const state: State | undefined = States[name];
    if (!state) throw new Error(`the workflow has no state ${name}`);
    name = await pass(state, input, invoke);
  }
}

/** Does what a state does; answers the one that comes next. Throws for what no workflow of the stack has. */
async function pass(state: State, input: unknown, invoke: Perform): Promise<string | undefined> {
  const { Type, Choices = [], Items = [], ItemProcessor, Arguments } = state;
  if (Type === 'Choice') {
    for (const { Condition, Next } of Choices) if (await evaluated(Condition, input)) return Next;
    throw new Error(`no choice for ${JSON.stringify(input)}`);
  }
  if (Type === 'Map' && ItemProcessor) {
    const items = (await evaluated(Items, input)) as unknown[];
    await Promise.all(items.map((item) => run(ItemProcessor, item, invoke)));
    return state.Next;
  }
  if (Type !== 'Task') throw new Error(`states of type ${Type} are not run here`);
  const { FunctionName, InvocationType, Payload } = (await evaluated(Arguments, input)) as Call;
  await invoke(FunctionName, Payload, InvocationType === 'Event');
  return state.Next;
}

/** A value of a definition with its expressions replaced by what they come to. */
async function evaluated(value: unknown, input: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => evaluated(one, input)));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(async ([key, one]) => [key, await evaluated(one, input)]);
    return Object.fromEntries(await Promise.all(entries));
  }
  const [, source] = /^\{%(.*)%\}$/s.exec(String(value)) ?? [];
  return source === undefined ? value : jsonata(source).evaluate(undefined, { states: { input } });
}
