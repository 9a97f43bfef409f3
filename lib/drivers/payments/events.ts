import type { GatewayPayment, GatewayRefund } from './gateway.ts';
import { paymentOf, refundOf, type Wire } from './wire.ts';

/** What a webhook tells: the state of a payment, or of a refund and its payment; other events carry their entities as they came. */
export interface GatewayEvent {
  name: string;
  payment: GatewayPayment | undefined;
  refund: GatewayRefund | undefined;
  /** Entities by kind. */
  entities: Record<string, Wire>;
}

/** Reads a webhook's body, whose signature has been checked; undefined for what is no event. */
export function readEvent(body: Buffer): GatewayEvent | undefined {
  try {
    const { event, payload } = JSON.parse(body.toString('utf8')) as { event: unknown; payload: Wire };
    if (typeof event !== 'string') return undefined;
    const entities = Object.fromEntries(Object.entries(payload ?? {}).map(([kind, part]) => [kind, part?.entity]));
    return {
      name: event,
      payment: entities.payment && paymentOf(entities.payment),
      refund: entities.refund && refundOf(entities.refund),
      entities,
    };
  } catch {
    return undefined;
  }
}
