import type { Client } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import { type Diagnostic, diagnosticsOf, failed } from '#lib/terraform/protocol/diagnostics.ts';
import { decode, encode, type Value, type Values, values } from '#lib/terraform/protocol/msgpack.ts';
import type { Calls, Message } from '#lib/terraform/protocol/serve.ts';
import { bodyOf, fromJson } from './compare.ts';
import { configured, Unfit } from './configure.ts';
import { changesOf, planned, rehearsed } from './plan.ts';
import { ask, found, type Kind, kindOf, named, namesOf, stateOf } from './resource.ts';
import { providerSchema } from './schema.ts';

/** What a provider process has: the client of its configuration, and the signal that ends its work. */
interface Session {
  client?: Client;
  readonly stopping: AbortController;
}

const dynamic = (value: Value) => ({ msgpack: encode(value) });
const given = ({ msgpack }: Message) => decode(msgpack) as Values | null;

/** The calls of Terraform, answered by the platform that ConfigureProvider names. */
export function providerCalls(): Calls {
  const session: Session = { stopping: new AbortController() };
  const valid = () => ({ diagnostics: [] });
  return {
    GetProviderSchema: providerSchema,
    ValidateProviderConfig: valid,
    ValidateResourceConfig: valid,
    ValidateDataResourceConfig: valid,
    ConfigureProvider: ({ config }) => configure(session, given(config) ?? values()),
    UpgradeResourceState: ({ type_name, raw_state }) => ({ upgraded_state: dynamic(upgraded(type_name, raw_state)) }),
    ReadResource: (request) => read(session, request),
    PlanResourceChange: (request) => plan(session, request),
    ApplyResourceChange: (request) => apply(session, request),
    ImportResourceState: (request) => imported(session, request),
    StopProvider: () => {
      session.stopping.abort(new Error('Terraform asked to stop'));
      return { Error: '' };
    },
  };
}

function configure(session: Session, config: Values): Message {
  try {
    session.client = configured(config);
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
  return values(Object.keys(kindOf(type).attributes).map((name) => [name, fromJson(state[name])] as const));
}

/** Does the work, and answers what it failed for beside what is so all the same. */
async function attempt(kind: Kind, otherwise: Message, work: () => Promise<Message>): Promise<Message> {
  try {
    return await work();
  } catch (error) {
    return { ...otherwise, diagnostics: problemsOf(error, kind) };
  }
}

function problemsOf(error: unknown, kind: Kind): Diagnostic[] {
  if (error instanceof SvcError) return diagnosticsOf(error, kind.type, kind.attributes);
  return [failed(`${kind.type}: ${error instanceof Error ? error.message : error}`)];
}

function clientOf({ client }: Session): Client {
  if (!client) throw new Error('the provider is not configured yet');
  return client;
}

function read(session: Session, { type_name, current_state, private: kept }: Message): Promise<Message> {
  const kind = kindOf(type_name);
  const state = given(current_state) ?? values();
  return attempt(kind, { new_state: dynamic(state), private: kept }, async () => {
    const shown = await found(clientOf(session), kind, String(state.id), session.stopping.signal);
    return { new_state: dynamic(shown ? stateOf(kind, shown, state) : null), private: kept };
  });
}

function plan(session: Session, request: Message): Promise<Message> {
  const kind = kindOf(request.type_name);
  const [prior, proposed] = [given(request.prior_state), given(request.proposed_new_state)];
  if (!proposed) return Promise.resolve({ planned_state: dynamic(null) });
  const made = planned(kind, prior, given(request.config) ?? values());
  const reply = {
    planned_state: dynamic(made.state),
    requires_replace: made.replaced.map((name) => ({ steps: [{ attribute_name: name }] })),
    planned_private: request.prior_private,
  };
  return attempt(kind, reply, async () => {
    const { signal } = session.stopping;
    const diagnostics = session.client ? await rehearsed(session.client, kind, { prior, plan: made, signal }) : [];
    return { ...reply, diagnostics };
  });
}

function apply(session: Session, request: Message): Promise<Message> {
  const kind = kindOf(request.type_name);
  const [prior, next] = [given(request.prior_state), given(request.planned_state)];
  return attempt(kind, { new_state: dynamic(prior) }, async () => {
    const client = clientOf(session);
    // What was asked for is carried out, so that no creation is left without a state: only what waits is ended early.
    if (!next) await removed(client, kind, String(prior?.id));
    const shown = next && (await (prior ? changed(client, kind, prior, next) : created(client, kind, next)));
    return { new_state: dynamic(next && shown ? stateOf(kind, shown, next) : null) };
  });
}

const created = (client: Client, kind: Kind, next: Values) => {
  const names = namesOf(kind, ({ settable }) => settable).filter((name) => typeof next[name] !== 'symbol');
  const body = bodyOf(
    names.filter((name) => next[name] !== null),
    next,
  );
  return ask(client, kind.noun.create, { body });
};

const changed = (client: Client, kind: Kind, prior: Values, next: Values) =>
  ask(client, kind.noun.update, { id: prior.id, body: bodyOf(changesOf(kind, prior, next), next) });

async function removed(client: Client, kind: Kind, id: string): Promise<void> {
  try {
    await ask(client, kind.noun.delete, { id });
  } catch (error) {
    if (!(error instanceof SvcError && error.status === 404)) throw error;
  }
}

function imported(session: Session, { type_name, id }: Message): Promise<Message> {
  const kind = kindOf(type_name);
  return attempt(kind, {}, async () => {
    const isId = new RegExp(kind.id).test(id);
    const known = isId ? id : await named(clientOf(session), kind, id, session.stopping.signal);
    if (!known) return { diagnostics: [failed(`${type_name}: none has the id or the name "${id}"`)] };
    const state = values(Object.keys(kind.attributes).map((name) => [name, name === 'id' ? known : null] as const));
    return { imported_resources: [{ type_name, state: dynamic(state) }] };
  });
}
