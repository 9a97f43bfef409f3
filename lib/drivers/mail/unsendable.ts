/** A mail that no retry would get sent; the message says why, never what stands in it. */
export class UnsendableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnsendableError';
  }
}
