/** One HTTP request, as `fetch` takes it. */
export interface TransportRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  /** Whether cookies are sent and kept; a browser asks. */
  credentials: 'include' | 'omit';
}

/** What is needed of an HTTP reply. */
export interface TransportReply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/**
 * Sends one request: the global `fetch`, or whatever else speaks HTTP. Rejects where no reply came, and with the
 * signal's reason once that is aborted.
 */
export type Fetch = (url: string, request: TransportRequest) => Promise<TransportReply>;
