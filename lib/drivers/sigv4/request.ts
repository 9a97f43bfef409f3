/** What a signature is made over: the request as it came. */
export interface SignedRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** Without its `?`. */
  rawQuery: string;
  /** Names in lower case; a header sent twice is joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Whether path and query are byte for byte what the client sent, rather than what a gateway made of them. */
  exact: boolean;
}
