/** What every feature stands on; made once in `main.ts` and passed along, never looked up from a global. */
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Events } from './events.ts'
import { openEvents } from './events.ts'
import type { GrantStore } from './grants.ts'
import { openGrants } from './grants.ts'
import type { Sessions } from './sessions.ts'
import { openSessions } from './sessions.ts'
import type { Doors } from './tenant.ts'
import { openDoors } from './tenant.ts'

export interface Services {
  readonly config: Config
  readonly doors: Doors
  readonly events: Events
  readonly grants: GrantStore
  readonly sessions: Sessions
}

export async function openServices(config: Config, database: Database): Promise<Services> {
  const doors = openDoors(database)
  const events = await openEvents(database)
  const grants = openGrants(events)
  return { config, doors, events, grants, sessions: openSessions(doors, events, grants) }
}
