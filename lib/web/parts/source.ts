/** Where a request came from: the instance with its private address, or the address of a client outside. */
export const sourceText = (from: { readonly source_ip: string; readonly source_instance: string | null }): string =>
  from.source_instance ? `${from.source_instance} (${from.source_ip})` : from.source_ip;
