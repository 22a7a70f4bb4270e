/** The configuration of the whole server: the kernel's variables and those of the subsystems. */
import type { AcquisitionConfig } from './acquisition/index.ts'
import { acquisitionVariables } from './acquisition/index.ts'
import type { Config } from './kernel/config.ts'
import { readVariables } from './kernel/config.ts'
import type { MessagingConfig } from './messaging/index.ts'
import { messagingVariables } from './messaging/index.ts'
import type { StorageConfig } from './storage/index.ts'
import { storageVariables } from './storage/index.ts'

declare module './kernel/config.ts' {
  interface Config extends StorageConfig, MessagingConfig, AcquisitionConfig {}
}

/** @throws {StartError} naming every variable that does not fit; values are not repeated, since they may be secrets. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return readVariables(environment, [storageVariables, acquisitionVariables, messagingVariables])
}
