/**
 * The header that marks a delivery. Every delivery has it, with the type of its event, and customers cannot omit it.
 */
export const deliveryMark = 'x-svc-event';

/** The headers of a delivery. */
export type DeliveryHeaders = Record<string, string> & { readonly [deliveryMark]: string };

/** How many seconds a receiver has to answer. */
export const patienceSeconds = 5;

/**
 * The error of a delivery without an answer, whatever the cause: a refused or reset connection, silence, a name without
 * an address, a certificate, or an address that is never sent to. The message is always the same, so that the URL's
 * owner learns nothing about that address (contract 4.11).
 */
export const noAnswer = `the connection failed, or there was no answer within ${patienceSeconds} seconds`;
