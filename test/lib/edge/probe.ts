import * as z from 'zod';
import type { Context } from '#lib/domain/platform/context.ts';
import type { Definition } from '#lib/edge/definition.ts';
import { type Handler, route } from '#lib/edge/route.ts';
import { id } from '#lib/model/platform/common.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Key } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { update } from '#lib/store/platform/write.ts';
import { call, type Reply } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';

const params = z.strictObject({ id: id('instance') });
const query = z.strictObject({ color: z.enum(['red', 'blue']).optional() });
const body = z.strictObject({
  text: z.string().max(300_000).optional(),
  tags: z.record(z.string(), z.string()).optional(),
});
const reply = z.strictObject({ text: z.string(), runs: z.int() });

type Probe = Definition<typeof params, typeof query, typeof body, typeof reply>;
type Input = { params: z.output<typeof params>; query: z.output<typeof query>; body: z.output<typeof body> };
export type ProbeVerb = (context: Context, input: Input) => Promise<z.input<typeof reply>>;

/** A route whose verb is the test's; by default it counts in the table how often it took effect. */
export const probe = (definition: Partial<Probe> = {}, verb: ProbeVerb = count): Handler =>
  route(
    {
      name: 'probe',
      action: 'compute:StartInstance',
      resource: ({ id }) => `instance/${id}`,
      params,
      query,
      body,
      reply,
      ...definition,
    },
    verb,
  );

/** The default verb: one more effect, and how many there were. */
export const count: ProbeVerb = async (context, { params, body }) => {
  const runs = (await effectsOn(params.id)) + 1;
  return context.commit({ writes: [effect(params.id)], reply: { text: body.text ?? '', runs } });
};

/** The write that leaves a trace of having taken effect. */
export const effect = (id: string) => update(keyOf(id), { add: { n: 1 } });

/** How often something took effect on this id. */
export const effectsOn = async (id: string): Promise<number> => (await get(keyOf(id)))?.n ?? 0;

const keyOf = (id: string): Key<{ n: number }> => ({ pk: `PROBE#${id}`, sk: 'COUNT' });

export const newProbeId = () => newId('instance', new Date());

/** Calls a probe as POST /compute/probes/{id}; with an id of its own unless `params` has one. */
export const callProbe = (handler: Handler, request: Call = {}): Promise<Reply> =>
  call(handler, { method: 'POST', path: '/compute/probes/{id}', params: { id: newProbeId() }, ...request });
