/** A request for a signer to sign and send. */
export interface Asked {
  title: string;
  method: string;
  /** Path and query as a program writes them. */
  target: string;
  body: string;
  form: 'header' | 'query';
}

export interface Answered {
  status: number;
  text: string;
}

/** Whose key signs, and where to. */
export interface Signer {
  baseUrl: string;
  keyId: string;
  secret: string;
}

/** Signs and sends requests as one real program does, in order. */
export type Send = (signer: Signer, asked: readonly Asked[]) => Promise<Answered[]>;
