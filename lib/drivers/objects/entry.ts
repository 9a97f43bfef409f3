import type { ObjectSettings } from '#lib/model/storage/object-settings.ts';
import type { EngineCapabilities, EngineEndpoint, ObjectEngine } from './engine.ts';

/** The name of an object engine, as SVC_OBJECT_ENGINE has it. */
export type EngineName = ObjectSettings['engine'];

/** The settings of one engine. */
export type SettingsOf<Name extends EngineName> = Extract<ObjectSettings, { engine: Name }>;

/** An engine opened with its current settings and secrets. */
export interface LoadedEngine {
  open(): ObjectEngine | Promise<ObjectEngine>;
  /** PEM of the authority that signed its certificate, if it is not a public one. */
  authority(): Promise<string | undefined>;
}

/** What is known about an engine before its code is loaded, and how to load it. */
export interface EngineEntry<Name extends EngineName> {
  readonly capabilities: EngineCapabilities;
  addressing(settings: SettingsOf<Name>): EngineEndpoint['addressing'];
  bucketPrefix(settings: SettingsOf<Name>): string;
  /** Called once for a deployment, so that a function contains only the engine of its deployment. */
  load(settings: SettingsOf<Name>): Promise<LoadedEngine>;
}
