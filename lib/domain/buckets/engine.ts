import { type ObjectEngine, ObjectEngineError } from '#lib/drivers/objects/engine.ts';
import { objectEngine } from '#lib/drivers/objects/open.ts';
import { ApiError } from '#lib/model/errors.ts';

/** The object engine; 503 dependency_unavailable in a deployment without one. */
export function engine(): ObjectEngine {
  const own = objectEngine();
  if (own) return own;
  throw new ApiError('dependency_unavailable', 'object storage is not set up in this deployment');
}

/** Asks the engine; what it refuses by name is thrown as it is, and 503 where it does not answer. */
export async function atEngine<T>(call: (engine: ObjectEngine) => Promise<T>): Promise<T> {
  const own = engine();
  try {
    return await call(own);
  } catch (error) {
    if (error instanceof ObjectEngineError) throw error;
    throw new ApiError('dependency_unavailable', 'object storage does not answer', { retryAfter: 1 });
  }
}

/** Whether the engine refused for this reason. */
export const isRefusal = (error: unknown, code: ObjectEngineError['code']): boolean =>
  error instanceof ObjectEngineError && error.code === code;
