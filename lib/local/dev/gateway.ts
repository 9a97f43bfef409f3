import type { IncomingMessage } from 'node:http';
import { checkoutOf, payCheckout } from '#lib/local/gateway/checkout.ts';
import { GatewayFault } from '#lib/local/gateway/entities.ts';
import type { LocalGateway } from '#lib/local/gateway/start.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Methods, readOptionalFields } from './body.ts';

type Body = Record<string, unknown>;
type Act = (id: string, body: Body) => object | Promise<object>;

/**
 * The actions of the gateway's customer and operator, by path below /dev/gateway; the one parameter of a path is an id.
 */
function acts({ desk, faults }: LocalGateway): [RegExp, 'GET' | 'POST', readonly string[], Act][] {
  const id = '([A-Za-z0-9_]{1,40})';
  const at = (path: string) => new RegExp(`^/dev/gateway/${path.replace(':id', () => id)}$`);
  const outcome = (body: Body) => choice(body, 'outcome', ['success', 'failure']);
  const ending = (body: Body) => choice(body, 'outcome', ['success', 'failure', 'cancel']);
  const paid = ['outcome', 'webhooks'];
  return [
    [at('orders/:id'), 'GET', [], (order) => desk.book.need('order', order)],
    [at('orders/:id/pay'), 'POST', paid, (order, body) => desk.pay(order, outcome(body), webhooks(body))],
    [
      at('payments/:id/refund'),
      'POST',
      ['amount_paise', 'webhooks'],
      async (payment, body) => ({
        gateway_refund_id: (await desk.refund(payment, amount(body), webhooks(body))).id,
      }),
    ],
    [at('mandates/:id/approve'), 'POST', ['webhooks'], (man, body) => desk.decide(man, 'approve', webhooks(body))],
    [at('mandates/:id/reject'), 'POST', ['webhooks'], (man, body) => desk.decide(man, 'reject', webhooks(body))],
    [at('subscriptions/:id/pay'), 'POST', paid, (sub, body) => desk.subscribe(sub, outcome(body), webhooks(body))],
    [at('checkouts/:id'), 'GET', [], (id) => checkoutOf(desk, id)],
    [at('checkouts/:id/pay'), 'POST', ['outcome'], (id, body) => payCheckout(desk, id, ending(body))],
    [at('faults'), 'GET', [], () => faults],
    [at('faults'), 'POST', Object.keys(faults), (_, body) => misbehave(faults, body)],
  ];
}

/** The routes of /dev/gateway at this path; undefined where there are none. */
export function gatewayRoutes(gateway: LocalGateway): (path: string) => Methods | undefined {
  return (path) => {
    // The desk is another once the state was exchanged.
    const here = acts(gateway).filter(([pattern]) => pattern.test(path));
    if (here.length === 0) return undefined;
    return Object.fromEntries(
      here.map(([pattern, method, fields, act]) => [
        method,
        async (req: IncomingMessage) => {
          const body = method === 'GET' ? {} : await readOptionalFields(req, fields);
          return refusing(() => act(pattern.exec(path)?.[1] ?? '', body));
        },
      ]),
    );
  };
}

async function refusing(act: () => object | Promise<object>): Promise<object> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    const code = error.field === 'id' ? 'not_found' : 'wrong_state';
    throw new ApiError(code, error.message);
  }
}

function choice<T extends string>(body: Body, name: string, values: readonly [T, ...T[]]): T {
  const value = body[name] ?? values[0];
  if (values.includes(value as T)) return value as T;
  throw invalid(name, value, `must be one of ${values.join(', ')}`);
}

function webhooks({ webhooks = 1 }: Body): number {
  if (Number.isInteger(webhooks) && (webhooks as number) >= 0 && (webhooks as number) <= 5) return webhooks as number;
  throw invalid('webhooks', webhooks, 'must be an integer from 0 to 5');
}

function amount({ amount_paise: paise }: Body): number | undefined {
  if (paise === undefined || (Number.isSafeInteger(paise) && (paise as number) > 0)) return paise as number | undefined;
  throw invalid('amount_paise', paise, 'must be a positive integer');
}

function misbehave(faults: LocalGateway['faults'], body: Body): object {
  for (const [name, value] of Object.entries(body)) {
    const isFlag = name === 'reverse_webhooks';
    const isGood = isFlag ? typeof value === 'boolean' : Number.isInteger(value) && (value as number) >= 0;
    if (!isGood) throw invalid(name, value, isFlag ? 'must be true or false' : 'must be a number of calls');
  }
  return Object.assign(faults, body);
}

const invalid = (name: string, value: unknown, rule: string) =>
  new ApiError('validation_failed', `${name}: ${JSON.stringify(value)} ${rule}`);
