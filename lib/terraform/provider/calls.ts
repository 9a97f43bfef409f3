import type { Client } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import { type Diagnostic, diagnosticsOf, failed } from '#lib/terraform/protocol/diagnostics.ts';
import { decode, encode } from '#lib/terraform/protocol/msgpack.ts';
import type { Calls, Message } from '#lib/terraform/protocol/serve.ts';
import { type Value, type Values, values } from '#lib/terraform/protocol/value.ts';
import { create, remove, update, type Work } from './apply.ts';
import { configured, Unfit } from './configure.ts';
import { imported } from './import.ts';
import { fitted } from './json.ts';
import { type Kind, kindOf } from './kind.ts';
import { planned } from './plan.ts';
import { providerSchema } from './provider-schema.ts';
import { rehearse } from './rehearse.ts';
import { found, NoJson, stateOf } from './resource.ts';
import { readSource } from './source.ts';
import { deadlineOf, timeoutProblems } from './timeouts.ts';

/** What a provider process has: the client of its configuration, and the signal that ends its work. */
interface Session {
  client?: Client;
  /** Milliseconds since 1970, by which deadlines count. */
  readonly now: () => number;
  stopping: AbortController;
}

const dynamic = (value: Value) => ({ msgpack: encode(value) });
const given = ({ msgpack }: Message) => decode(msgpack) as Values | null;

/**
 * The calls of Terraform, answered by the platform that ConfigureProvider names. Timeouts are counted by `now`, in
 * milliseconds since 1970.
 */
export function providerCalls(now: () => number = Date.now): Calls {
  const session: Session = { now, stopping: new AbortController() };
  const valid = () => ({ diagnostics: [] });
  return {
    GetProviderSchema: providerSchema,
    ValidateProviderConfig: valid,
    ValidateResourceConfig: ({ type_name, config }) => ({
      diagnostics: timeoutProblems(type_name, given(config) ?? values()),
    }),
    ValidateDataResourceConfig: valid,
    ConfigureProvider: ({ config }) => configure(session, given(config) ?? values()),
    UpgradeResourceState: ({ type_name, raw_state }) => ({ upgraded_state: dynamic(upgraded(type_name, raw_state)) }),
    ReadResource: (request) => read(session, request),
    PlanResourceChange: (request) => plan(session, request),
    ApplyResourceChange: (request) => apply(session, request),
    ImportResourceState: (request) => take(session, request),
    MoveResourceState: moved,
    ReadDataSource: (request) => look(session, request),
    StopProvider: () => {
      session.stopping.abort(new Error('Terraform asked to stop'));
      return { Error: '' };
    },
  };
}

async function configure(session: Session, config: Values): Promise<Message> {
  try {
    session.client = await configured(config);
    session.stopping = new AbortController();
    return { diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    const [name = ''] = error.message.split(/:| and /);
    return { diagnostics: [{ ...failed(error.message), attribute: { steps: [{ attribute_name: name }] } }] };
  }
}

/** A state that was kept as JSON, with exactly the attributes of now: one too many would lose the resource. */
function upgraded(type: string, { json }: Message): Values {
  const state = JSON.parse(Buffer.from(json).toString()) as Record<string, unknown>;
  return values(
    Object.entries(kindOf(type).attributes).map(([name, attribute]) => [name, fitted(attribute, state[name])] as const),
  );
}

/**
 * A `moved` block that leads here from a resource of another type, or of another source address of this provider. Only
 * the same noun has the same state; within one type and address Terraform moves without a call.
 */
function moved({ source_provider_address, source_type_name, source_state, target_type_name }: Message): Message {
  if (source_type_name === target_type_name && source_provider_address.endsWith('/svc')) {
    return { target_state: dynamic(upgraded(target_type_name, source_state)) };
  }
  const summary = `${target_type_name}: a ${source_type_name} of ${source_provider_address} is another resource`;
  const advice = 'A moved block leads from a resource of the same type. Blocks of removed and import do the rest.';
  return { diagnostics: [failed(summary, advice)] };
}

/** Does the work, and answers what it failed for beside what is so all the same. */
async function attempt(kind: Kind, otherwise: () => Message, work: () => Promise<Message>): Promise<Message> {
  try {
    return await work();
  } catch (error) {
    return { ...otherwise(), diagnostics: problemsOf(error, kind) };
  }
}

function problemsOf(error: unknown, kind: Pick<Kind, 'type' | 'attributes'>): Diagnostic[] {
  if (error instanceof SvcError) return diagnosticsOf(error, kind.type, kind.attributes);
  const text = error instanceof Error ? error.message : String(error);
  const problem = failed(text.startsWith(kind.type) ? text : `${kind.type}: ${text}`);
  return [
    error instanceof NoJson ? { ...problem, attribute: { steps: [{ attribute_name: error.attribute }] } } : problem,
  ];
}

function clientOf({ client }: Session): Client {
  if (!client) throw new Error('the provider is not configured yet');
  return client;
}

function read(session: Session, { type_name, current_state, private: kept }: Message): Promise<Message> {
  const kind = kindOf(type_name);
  const state = given(current_state) ?? values();
  return attempt(
    kind,
    () => ({ new_state: dynamic(state), private: kept }),
    async () => {
      const shown = await found(clientOf(session), kind, state, session.stopping.signal);
      return { new_state: dynamic(shown ? stateOf(kind, shown, state) : null), private: kept };
    },
  );
}

function plan(session: Session, request: Message): Promise<Message> {
  const kind = kindOf(request.type_name);
  const [prior, proposed] = [given(request.prior_state), given(request.proposed_new_state)];
  if (!proposed) return Promise.resolve({ planned_state: dynamic(null) });
  const config = given(request.config) ?? values();
  const made = planned(kind, prior, config);
  const reply = () => ({
    planned_state: dynamic(made.state),
    requires_replace: made.replaced.map((name) => ({ steps: [{ attribute_name: name }] })),
    planned_private: request.prior_private,
  });
  return attempt(kind, reply, async () => {
    const { client, stopping } = session;
    const given = { prior, config, plan: made, signal: stopping.signal };
    const diagnostics = client ? await rehearse(client, kind, given) : [];
    return { ...reply(), diagnostics };
  });
}

function apply(session: Session, request: Message): Promise<Message> {
  const kind = kindOf(request.type_name);
  const [prior, next] = [given(request.prior_state), given(request.planned_state)];
  const config = given(request.config) ?? values();
  const doing = !next ? 'delete' : prior ? 'update' : 'create';
  const work: Work = {
    client: session.client as Client,
    kind,
    signal: session.stopping.signal,
    deadline: deadlineOf(doing, next ?? prior ?? values(), session.now()),
    now: session.now,
    state: prior,
  };
  // What was asked for is carried out and is in the state: only what waits is ended early.
  return attempt(
    kind,
    () => ({ new_state: dynamic(work.state) }),
    async () => {
      clientOf(session);
      if (!next) await remove(work);
      else if (prior) await update(work, { next, config });
      else await create(work, { next, config });
      return { new_state: dynamic(next ? work.state : null) };
    },
  );
}

function take(session: Session, { type_name, id }: Message): Promise<Message> {
  const kind = kindOf(type_name);
  return attempt(
    kind,
    () => ({}),
    async () => {
      const state = await imported(clientOf(session), kind, id, session.stopping.signal);
      return { imported_resources: [{ type_name, state: dynamic(state) }] };
    },
  );
}

async function look(session: Session, { type_name, config }: Message): Promise<Message> {
  try {
    const state = await readSource(clientOf(session), type_name, given(config) ?? values(), session.stopping.signal);
    return { state: dynamic(state) };
  } catch (error) {
    return { diagnostics: problemsOf(error, { type: type_name, attributes: {} }) };
  }
}
