import { type GatewayPayment, type GatewayRefund, GatewayUnknown } from './gateway.ts';
import { idOf, paymentOf, refundOf, type Wire } from './wire.ts';

/** What a webhook tells of: the state of a payment, or of a refund and its payment; of others no more than which it is. */
export interface GatewayEvent {
  payment: GatewayPayment | undefined;
  refund: GatewayRefund | undefined;
  /** What else it is about: the order that a mandate is authorised by, or a subscription. */
  subject_id: string | undefined;
}

/**
 * Reads a webhook's body, whose signature has been checked; undefined for what is no event. An entity in which something
 * is not as the gateway's are counts as not told: the gateway is asked about what is ours anyway, and would send an event
 * that is refused for a day and then no more.
 */
export function readEvent(body: Buffer): GatewayEvent | undefined {
  const event = partOf({ body: parsed(body) }, 'body');
  if (typeof event?.event !== 'string') return undefined;
  const payload = partOf(event, 'payload');
  const entity = (kind: string) => partOf(partOf(payload, kind), 'entity');
  const [payment, refund] = [entity('payment'), entity('refund')];
  return {
    payment: payment && readable(() => paymentOf(payment)),
    refund: refund && readable(() => refundOf(refund)),
    subject_id: idOf(entity('token')?.order_id) ?? idOf(entity('subscription')?.id),
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** An object's own object of that name. */
function partOf(whole: unknown, name: string): Wire | undefined {
  const part = typeof whole === 'object' && whole && Object.hasOwn(whole, name) ? (whole as Wire)[name] : undefined;
  return typeof part === 'object' && part ? part : undefined;
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof GatewayUnknown) return undefined;
    throw error;
  }
}
