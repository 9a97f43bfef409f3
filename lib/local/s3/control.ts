import type { Source } from '#lib/model/platform/source.ts';

/** A change of a bucket, as a request of the platform's API. */
export interface BucketChange {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /storage/buckets; empty, or it begins with a slash. */
  path: string;
  body?: object;
}

/** Who asks for a change: the user's key, which signs it, and what is known of the client. */
export interface ControlSender {
  accessKeyId: string;
  secret: string;
  source: Source;
  userAgent: string;
}

/** The API's answer: the status, and code and text of a refusal. */
export interface ControlReply {
  status: number;
  code: string;
  error: string;
}

/** Sends a change to the platform's API, signed by the user's own key. The API decides, audits and makes it. */
export type ControlPlane = (change: BucketChange, sender: ControlSender) => Promise<ControlReply>;
