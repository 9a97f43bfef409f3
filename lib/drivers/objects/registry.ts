import { awsS3 } from './aws-s3/entry.ts';
import { embedded } from './embedded/entry.ts';
import type { EngineEntry, EngineName } from './entry.ts';
import { rgw } from './rgw/entry.ts';

/** Every object engine, one line each. An engine with settings but no line here is a compile error. */
export const engines: { readonly [Name in EngineName]: EngineEntry<Name> } = { embedded, rgw, 'aws-s3': awsS3 };
