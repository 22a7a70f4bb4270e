/** The configuration of the whole server: the kernel's variables and those of the subsystems, read before a subsystem is loaded. */
import type { AcquisitionConfig } from './acquisition/config.ts'
import { acquisitionVariables } from './acquisition/config.ts'
import type { BackupConfig } from './backups/config.ts'
import { backupVariables } from './backups/config.ts'
import type { Config } from './kernel/config.ts'
import { readVariables } from './kernel/config.ts'
import type { MessagingConfig } from './messaging/config.ts'
import { messagingVariables } from './messaging/config.ts'
import type { StorageConfig } from './storage/config.ts'
import { storageVariables } from './storage/config.ts'

declare module './kernel/config.ts' {
  interface Config extends StorageConfig, MessagingConfig, AcquisitionConfig, BackupConfig {}
}

/**
 * The configuration, read from the environment and checked.
 * @throws {StartError} naming every variable that does not fit; values are not repeated, since they may be secrets.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return readVariables(environment, [storageVariables, acquisitionVariables, messagingVariables, backupVariables])
}
