import { type ObjectEngine, ObjectEngineError, UploadError } from '#lib/drivers/objects/engine.ts';
import { objectEngine } from '#lib/drivers/objects/open.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { ObjectSettingsError } from '#lib/model/storage/object-settings.ts';

/**
 * Returns the object engine. Throws 503 dependency_unavailable in a deployment without one, or with unusable settings.
 */
export function engine(): ObjectEngine {
  const current = withSettings(objectEngine);
  if (current) return current;
  throw new ApiError('dependency_unavailable', notSetUp);
}

const notSetUp = 'object storage is not set up in this deployment';
const noAnswer = 'object storage does not answer';

/**
 * Calls the engine. The engine's own refusals (ObjectEngineError, UploadError) are passed on. 503 when it does not
 * answer.
 */
export async function callEngine<T>(call: (engine: ObjectEngine) => Promise<T>): Promise<T> {
  const current = engine();
  try {
    return await call(current);
  } catch (error) {
    if (error instanceof ObjectEngineError || error instanceof UploadError) throw error;
    throw settingsError(error) ?? new ApiError('dependency_unavailable', noAnswer, { retryAfter: 1, cause: error });
  }
}

function withSettings<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw settingsError(error) ?? error;
  }
}

/** The 503 for unusable settings. It names them, since they are not secret. */
function settingsError(error: unknown): ApiError | undefined {
  if (!(error instanceof ObjectSettingsError)) return undefined;
  return new ApiError('dependency_unavailable', `${notSetUp}: ${error.message}`);
}

/** Whether the engine refused for this reason. */
export const isRefusal = (error: unknown, code: ObjectEngineError['code']): boolean =>
  error instanceof ObjectEngineError && error.code === code;
