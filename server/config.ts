/** The configuration of the whole server: the kernel's variables and those of the subsystems. */
import type { AcquisitionConfig } from './kernel/acquisition/config.ts'
import { acquisitionVariables } from './kernel/acquisition/config.ts'
import type { KernelConfig } from './kernel/config.ts'
import { readVariables } from './kernel/config.ts'
import type { MessagingConfig } from './kernel/messages/ports.ts'
import { messagingVariables } from './kernel/messages/ports.ts'
import type { StorageConfig } from './kernel/storage-config.ts'
import { storageVariables } from './kernel/storage-config.ts'

export type Config = KernelConfig & StorageConfig & MessagingConfig & AcquisitionConfig

/** @throws {StartError} naming every variable that does not fit; values are not repeated, since they may be secrets. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return readVariables(environment, [storageVariables, acquisitionVariables, messagingVariables])
}
