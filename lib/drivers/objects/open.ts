import { type ObjectSettings, objectSettings } from '#lib/model/object-settings.ts';
import { awsS3Capabilities, embeddedCapabilities, rgwCapabilities } from './capabilities.ts';
import { type EngineCapabilities, engineBy, type ObjectEngine } from './engine.ts';

type Engine = ObjectSettings['engine'];
type Of<K extends Engine> = Extract<ObjectSettings, { engine: K }>;

const capabilities: Readonly<Record<Engine, EngineCapabilities>> = {
  embedded: embeddedCapabilities,
  rgw: rgwCapabilities,
  'aws-s3': awsS3Capabilities,
};

/** Loaded when first called: a function carries the one that its deployment has, and a reply that asks nothing, none. */
const drivers: { [K in Engine]: (settings: Of<K>) => Promise<() => ObjectEngine | Promise<ObjectEngine>> } = {
  embedded: async ({ url, region, socketPath, secret }) => {
    const { embeddedEngine } = await import('./embedded.ts');
    const engine = embeddedEngine({ socketPath, secret }, { url, region, addressing: ['path', 'virtual'] });
    return () => engine;
  },
  rgw: async (settings) => {
    const { openRgw } = await import('./rgw-open.ts');
    return () => openRgw(settings);
  },
  'aws-s3': async (settings) => {
    const { openAwsS3 } = await import('./aws-s3-open.ts');
    return () => openAwsS3(settings);
  },
};

let opened: { mark: string; engine: ObjectEngine } | undefined;

/**
 * The object engine that SVC_OBJECT_ENGINE names, or undefined where it names none. Throws ObjectSettingsError for settings
 * that name none which could be used; so do calls, where a secret that the settings name is of no use.
 */
export function objectEngine(): ObjectEngine | undefined {
  const settings = objectSettings(process.env);
  if (!settings) return undefined;
  const mark = JSON.stringify(settings);
  if (opened?.mark !== mark) opened = { mark, engine: lateEngine(settings) };
  return opened.engine;
}

function lateEngine(settings: ObjectSettings): ObjectEngine {
  const { engine, url, region } = settings;
  const addressing = settings.engine === 'rgw' ? settings.addressing : (['path', 'virtual'] as const);
  const bucketPrefix = settings.engine === 'aws-s3' ? settings.bucketPrefix : '';
  const load = drivers[engine] as (settings: ObjectSettings) => ReturnType<(typeof drivers)[Engine]>;
  let driver: ReturnType<typeof load> | undefined;
  return engineBy(
    { capabilities: capabilities[engine], endpoint: { url, region, addressing }, bucketPrefix },
    async (name, args) => {
      driver ??= load(settings);
      const own = await (await driver)();
      return (own[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
    },
  );
}
