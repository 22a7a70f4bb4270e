/**
 * What everything stands on; made once and passed along, never looked up from a global. Here it is what the kernel needs.
 * `server/services.ts` adds the subsystems by declaration merging, so that handlers of features find them typed. The kernel itself is
 * compiled without that file (server/kernel/tsconfig.json): what it does not declare here it cannot use.
 */
import type { GrantStore } from './authorization/grants.ts'
import type { Config } from './config.ts'
import type { TransactionScopes } from './database/tenant.ts'
import type { Clock } from './runtime/clock.ts'
import type { DomainEvents } from './runtime/domain-events.ts'
import type { Invalidations } from './runtime/invalidations.ts'
import type { JobFileStore, Jobs } from './runtime/jobs.ts'
import type { Scheduler } from './runtime/scheduler.ts'
import type { SettingStore } from './runtime/settings.ts'

export interface Services {
  /** Whether this is the only server there can be on its database. */
  readonly isAlone: boolean
  readonly config: Config
  readonly clock: Clock
  readonly transactions: TransactionScopes
  readonly invalidations: Invalidations
  readonly domainEvents: DomainEvents
  readonly grants: GrantStore
  readonly jobs: Jobs
  readonly scheduler: Scheduler
  readonly settings: SettingStore
  /** Where jobs leave the files that they make. */
  readonly jobFiles: JobFileStore
}
