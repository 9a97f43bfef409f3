import { type GatewayPayment, type GatewayRefund, GatewayUnknown } from './gateway.ts';
import { idOf, paymentOf, refundOf, type Wire } from './wire.ts';

/** A webhook event: a payment, or a refund with its payment. Of other events only the subject's id is read. */
export interface GatewayEvent {
  payment: GatewayPayment | undefined;
  refund: GatewayRefund | undefined;
  /** The id of the order that authorises a mandate, or of a subscription. */
  subject_id: string | undefined;
}

/**
 * Reads a webhook's body, whose signature has been checked. Undefined when it is not an event. An entity without the
 * documented form is left out. Refusing it would make the gateway resend it for a day, and a later query finds the
 * payment.
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

/** The object in an object's own property of that name. */
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
