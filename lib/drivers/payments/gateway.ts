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
  /** The mandate that it was made under, or that it gave. */
  token_id: string | null;
  /** The gateway's own invoice that it paid: that of a subscription's cycle. */
  invoice_id: string | null;
  /** What the bank said of a failed one. */
  failure: string | null;
  /** When it was made; null where the gateway does not say. */
  at: Date | null;
}

/** A refund as the gateway has it. */
export interface GatewayRefund {
  id: string;
  payment_id: string;
  status: 'pending' | 'processed' | 'failed';
  amount_paise: number;
}

/** What the platform asks of a payment gateway. Whatever is asked either comes to a known end or throws GatewayUnknown. */
export interface PaymentGateway {
  /** The name in the address of its webhooks, and in orders. */
  readonly name: 'razorpay';
  /** Makes an order; under the same receipt there is one, however often it is asked for. Resolves an unknown outcome by asking. */
  createOrder(order: { receipt: string; amount_paise: number; notes: Record<string, string> }): Promise<GatewayOrder>;
  /** Undefined where there is no such payment. */
  payment(id: string): Promise<GatewayPayment | undefined>;
  /** Every payment that was tried for an order. */
  paymentsOf(order: string): Promise<GatewayPayment[]>;
  /** Takes the money of an authorized payment. */
  capture(payment: GatewayPayment): Promise<GatewayPayment>;
  /** The refunds made between two moments. */
  refunds(from: Date, to: Date): AsyncIterable<GatewayRefund>;
}

/** The gateway said no: what was asked did not happen. */
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

/** Nobody knows whether what was asked happened: no answer, or one that says nothing. Only asking tells. */
export class GatewayUnknown extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`the payment gateway did not answer: ${what}`, options);
    this.name = 'GatewayUnknown';
  }
}
