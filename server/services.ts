/** What every feature stands on; made once in `main.ts` and passed along, never looked up from a global. */
import type { Acquisition } from './acquisition/index.ts'
import { openAcquisition } from './acquisition/index.ts'
import type { Backups } from './backups/index.ts'
import { openBackups } from './backups/index.ts'
import type { Blobs, PartialUploads, Storage, Store } from './storage/index.ts'
import { openBlobs, openStorage } from './storage/index.ts'
import type { Config } from './config.ts'
import type { Database } from './kernel/database/database.ts'
import type { Events } from './kernel/runtime/events.ts'
import { openEvents } from './kernel/runtime/events.ts'
import type { GrantStore } from './kernel/authorization/grants.ts'
import { openGrants } from './kernel/authorization/grants.ts'
import type { Jobs } from './kernel/runtime/jobs.ts'
import { openJobs } from './kernel/runtime/jobs.ts'
import type { Messages } from './messaging/index.ts'
import { openMessages } from './messaging/index.ts'
import type { Journal } from './audit/index.ts'
import { openJournal } from './audit/index.ts'
import type { Clock } from './kernel/runtime/clock.ts'
import { systemClock } from './kernel/runtime/clock.ts'
import type { SecretCipher, Sessions } from './identity/index.ts'
import { openSecretCipher, openSessions } from './identity/index.ts'
import type { SettingStore } from './kernel/runtime/settings.ts'
import { openSettings } from './kernel/runtime/settings.ts'
import type { TransactionScopes } from './kernel/database/tenant.ts'
import { openTransactionScopes } from './kernel/database/tenant.ts'

export interface Services {
  /** Whether this is the only server there can be on its database. */
  readonly isAlone: boolean
  readonly config: Config
  readonly clock: Clock
  readonly transactions: TransactionScopes
  readonly events: Events
  readonly grants: GrantStore
  readonly sessions: Sessions
  readonly blobs: Blobs
  readonly partialUploads: PartialUploads
  readonly store: Pick<Store, 'check'>
  readonly jobs: Jobs
  readonly journal: Journal
  readonly backups: Backups
  readonly settings: SettingStore
  readonly secretCipher: SecretCipher
  readonly messages: Messages
  readonly acquisition: Acquisition
}

/**
 * The composition root: every part of the server, in the order in which they need one another.
 * @throws {StartError} of {@link openStorage}
 */
export async function openServices(config: Config, database: Database, storage?: Storage, clock: Clock = systemClock): Promise<Services> {
  const { store, partialUploads } = storage ?? (await openStorage(config))
  const transactions = openTransactionScopes(database)
  const events = await openEvents(database)
  const grants = openGrants(events)
  const blobs = openBlobs(store)
  const settings = openSettings(transactions, events)
  return {
    config,
    clock,
    transactions,
    events,
    grants,
    blobs,
    settings,
    isAlone: database.listen === undefined,
    partialUploads,
    store,
    secretCipher: openSecretCipher(config.dataDir),
    sessions: openSessions(transactions, events, grants, settings, clock),
    journal: openJournal(transactions),
    backups: openBackups(config, database, transactions, store, clock),
    jobs: openJobs(transactions, events, blobs),
    messages: openMessages(transactions, config),
    acquisition: openAcquisition({ database, transactions, events, settings, clock }),
  }
}
