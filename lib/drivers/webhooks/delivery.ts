/**
 * The header that marks a delivery: every one has it, with the type of its event, and no customer can leave it out.
 */
export const deliveryMark = 'x-svc-event';

/** The headers of a delivery. */
export type DeliveryHeaders = Record<string, string> & { readonly [deliveryMark]: string };

/** Seconds that a receiver has to answer. */
export const patienceSeconds = 5;

/**
 * The one sentence for a delivery without an answer, whatever its cause: a refused or reset connection, silence, a name
 * without an address, a certificate, an address to which nothing is sent. Who chooses the URL learns nothing of what is
 * there (contract 4.11).
 */
export const noAnswer = `the connection failed, or there was no answer within ${patienceSeconds} seconds`;
