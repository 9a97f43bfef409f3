/** A CORS rule. */
export interface CorsRule {
  id?: string;
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders: string[];
  exposeHeaders: string[];
  maxAgeSeconds?: number;
}

/** A lifecycle rule: when objects, noncurrent versions, delete markers and uploads expire, in whole days. */
export interface LifecycleRule {
  id: string;
  enabled: boolean;
  prefix: string;
  /** The rule applies only to objects with these tags. */
  tags?: Record<string, string>;
  /** The rule applies only to objects larger than this, in bytes. */
  largerThan?: number;
  /** The rule applies only to objects smaller than this, in bytes. */
  smallerThan?: number;
  expireDays?: number;
  /** When all current objects of the rule expire: the beginning of a day in UTC, in milliseconds since 1970. */
  expireAt?: number;
  /** Deletes delete markers that hide no version. */
  expireMarkers?: true;
  noncurrentDays?: number;
  /** The number of noncurrent versions that are kept, whatever their age. */
  keepNoncurrent?: number;
  abortMultipartDays?: number;
}
