import * as z from 'zod';
import { hostApi } from '#lib/model/compute/host-api.ts';
import { hostProtocol } from '#lib/model/compute/host-call.ts';

/** The routes of the host API with what each takes and answers: the contract between a deployment and its hosts. */
export function hostApiFile() {
  const routes = Object.entries(hostApi).map(([name, { method, path, body, reply }]) => [
    name,
    {
      route: `${method} ${path}`,
      asks: z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }),
      answers: z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }),
    },
  ]);
  return { protocol: hostProtocol, routes: Object.fromEntries(routes) };
}
