/** What every feature stands on; made once in `main.ts` and passed along, never looked up from a global. */
import type { Acquisition } from './acquisition/acquisition.ts'
import { openAcquisition } from './acquisition/acquisition.ts'
import type { Backups } from './backups/backups.ts'
import { openBackups } from './backups/backups.ts'
import type { Blobs } from './blobs.ts'
import { openBlobs } from './blobs.ts'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import type { Drafts } from './drafts.ts'
import type { Events } from './events.ts'
import { openEvents } from './events.ts'
import type { GrantStore } from './grants.ts'
import { openGrants } from './grants.ts'
import type { Jobs } from './jobs.ts'
import { openJobs } from './jobs.ts'
import type { Messages } from './messages/messages.ts'
import { openMessages } from './messages/messages.ts'
import type { Journal } from './journal.ts'
import { openJournal } from './journal.ts'
import type { Clock } from './runtime/clock.ts'
import { systemClock } from './runtime/clock.ts'
import type { Sealer } from './sealed.ts'
import { openSealer } from './sealed.ts'
import type { Sessions } from './sessions.ts'
import { openSessions } from './sessions.ts'
import type { SettingStore } from './settings.ts'
import { openSettings } from './settings.ts'
import type { Storage } from './storage.ts'
import { openStorage } from './storage.ts'
import type { Store } from './store.ts'
import type { Doors } from './tenant.ts'
import { openDoors } from './tenant.ts'

export interface Services {
  /** Whether this is the only server there can be on its database. */
  readonly isAlone: boolean
  readonly config: Config
  readonly clock: Clock
  readonly doors: Doors
  readonly events: Events
  readonly grants: GrantStore
  readonly sessions: Sessions
  readonly blobs: Blobs
  readonly drafts: Drafts
  readonly store: Pick<Store, 'check'>
  readonly jobs: Jobs
  readonly journal: Journal
  readonly backups: Backups
  readonly settings: SettingStore
  readonly sealer: Sealer
  readonly messages: Messages
  readonly acquisition: Acquisition
}

/** @throws {StartError} of {@link openStorage} */
export async function openServices(config: Config, database: Database, storage?: Storage, clock: Clock = systemClock): Promise<Services> {
  const { store, drafts } = storage ?? await openStorage(config)
  const doors = openDoors(database)
  const events = await openEvents(database)
  const grants = openGrants(events)
  const blobs = openBlobs(store)
  const settings = openSettings(doors, events)
  return {
    config, clock, doors, events, grants, blobs, settings, isAlone: database.listen === undefined,
    drafts, store,
    sealer: openSealer(config.dataDir),
    sessions: openSessions(doors, events, grants, settings, clock),
    journal: openJournal(doors),
    backups: openBackups(config, database, doors, store, clock),
    jobs: openJobs(doors, events, blobs),
    messages: openMessages(doors, config),
    acquisition: openAcquisition({ database, doors, events, settings, clock }),
  }
}
