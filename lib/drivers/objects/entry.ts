import type { ObjectSettings } from '#lib/model/storage/object-settings.ts';
import type { EngineCapabilities, EngineEndpoint, ObjectEngine } from './engine.ts';

/** The name of an object engine, as SVC_OBJECT_ENGINE has it. */
export type EngineName = ObjectSettings['engine'];

/** The settings of one engine. */
export type SettingsOf<Name extends EngineName> = Extract<ObjectSettings, { engine: Name }>;

/** An engine under its settings and secrets as they are now. */
export interface LoadedEngine {
  open(): ObjectEngine | Promise<ObjectEngine>;
  /** PEM of the authority that its certificate is from, where it is none of the public ones. */
  authority(): Promise<string | undefined>;
}

/** What is known of an engine before its code is loaded, and how it is loaded. */
export interface EngineEntry<Name extends EngineName> {
  readonly capabilities: EngineCapabilities;
  addressing(settings: SettingsOf<Name>): EngineEndpoint['addressing'];
  bucketPrefix(settings: SettingsOf<Name>): string;
  /** Called once for a deployment, so that a function carries only the engine that its deployment has. */
  load(settings: SettingsOf<Name>): Promise<LoadedEngine>;
}
