import { GatewayRefusal, GatewayUnknown } from '#lib/drivers/payments/gateway.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

/** Asks the payment gateway; 503 where it does not answer, or refuses what only its operator can mend. */
export async function unavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GatewayUnknown) && !(error instanceof GatewayRefusal)) throw error;
    const why = error instanceof GatewayRefusal ? `refuses it: ${error.message}` : 'does not answer';
    throw new ApiError('dependency_unavailable', `the payment gateway ${why}; try again later`, { retryAfter: 5 });
  }
}
