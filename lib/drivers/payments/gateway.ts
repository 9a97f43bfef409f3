/** An order as the gateway has it; amounts in paise. */
export interface GatewayOrder {
  id: string;
  receipt: string | null;
  status: 'created' | 'attempted' | 'paid';
  amount_paise: number;
}

/** A payment as the gateway has it. */
export interface GatewayPayment {
  id: string;
  order_id: string | null;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  amount_paise: number;
  currency: string;
  /** The mandate that it was made under, or that it authorised. */
  token_id: string | null;
  /** The gateway's invoice that it paid: one cycle of a subscription. */
  invoice_id: string | null;
  /** Why a failed payment failed, in the bank's words. */
  failure: string | null;
  /** When it was made; null when the gateway does not say. */
  at: Date | null;
}

/** A refund as the gateway has it. */
export interface GatewayRefund {
  id: string;
  payment_id: string;
  status: 'pending' | 'processed' | 'failed';
  amount_paise: number;
}

/** What the platform requires of a payment gateway. Every call has a known outcome or throws GatewayUnknown. */
export interface PaymentGateway {
  /** The gateway's name in the address of its webhooks and in orders. */
  readonly name: 'razorpay';
  /**
   * Creates an order, or returns the order of the same receipt. When the outcome is unknown, it asks for the order by
   * its receipt.
   */
  createOrder(order: { receipt: string; amount_paise: number; notes: Record<string, string> }): Promise<GatewayOrder>;
  /** A payment; undefined when it does not exist. */
  payment(id: string): Promise<GatewayPayment | undefined>;
  /** All payments of an order, failed ones included. */
  paymentsOf(order: string): Promise<GatewayPayment[]>;
  /** Captures an authorised payment. */
  capture(payment: GatewayPayment): Promise<GatewayPayment>;
  /** The refunds made between two moments. */
  refunds(from: Date, to: Date): AsyncIterable<GatewayRefund>;
}

/** The gateway refused the request, which had no effect. */
export class GatewayRefusal extends Error {
  readonly status: number;
  readonly field: string | undefined;
  constructor(status: number, message: string, field?: string) {
    super(message);
    this.name = 'GatewayRefusal';
    this.status = status;
    this.field = field;
  }
}

/**
 * The outcome of a request is unknown: there was no answer, or an answer that does not say. Only a later query shows
 * it.
 */
export class GatewayUnknown extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`the payment gateway did not answer: ${what}`, options);
    this.name = 'GatewayUnknown';
  }
}
