/** Opens the kernel's services and the subsystems: the one place that knows all of them. */
import type { Acquisition } from './acquisition/index.ts'
import { openAcquisition } from './acquisition/index.ts'
import type { Backups } from './backups/index.ts'
import { openBackups } from './backups/index.ts'
import type { Blobs, PartialUploads, Storage, Store } from './storage/index.ts'
import { openBlobs, openStorage } from './storage/index.ts'
import type { FiguresEngine } from './figures/index.ts'
import { openFigures } from './figures/index.ts'
import type { Config } from './kernel/config.ts'
import './config.ts'
import type { Services } from './kernel/services.ts'
import type { Database } from './kernel/database/database.ts'
import { openDomainEvents } from './kernel/runtime/domain-events.ts'
import { openInvalidations } from './kernel/runtime/invalidations.ts'
import { openGrants } from './kernel/authorization/grants.ts'
import { openJobs } from './kernel/runtime/jobs.ts'
import type { Messages } from './messaging/index.ts'
import { openMessages } from './messaging/index.ts'
import type { Journal } from './audit/index.ts'
import { openJournal } from './audit/index.ts'
import type { Clock } from './kernel/runtime/clock.ts'
import { systemClock } from './kernel/runtime/clock.ts'
import type { SecretCipher, Sessions, SigningKeys } from './identity/index.ts'
import { hashToken, issuerOf, newToken, openSecretCipher, openSessions, openSigningKeys } from './identity/index.ts'
import { openScheduler } from './kernel/runtime/scheduler.ts'
import { openSettings } from './kernel/runtime/settings.ts'
import { openTransactionScopes } from './kernel/database/tenant.ts'
import { openTimeZones } from './kernel/database/time-zones.ts'
import { informOfProcesses } from './process-notices.ts'
import { performService } from './process-services.ts'
import type { Workflow } from './workflow/index.ts'
import { openWorkflow } from './workflow/index.ts'

/** Beside what the kernel declares (kernel/services.ts). */
interface Subsystems {
  readonly sessions: Sessions
  readonly blobs: Blobs
  readonly partialUploads: PartialUploads
  readonly store: Pick<Store, 'check'>
  readonly journal: Journal
  readonly backups: Backups
  readonly secretCipher: SecretCipher
  readonly signingKeys: SigningKeys
  readonly messages: Messages
  readonly acquisition: Acquisition
  readonly workflow: Workflow
  readonly figures: FiguresEngine
}

declare module './kernel/services.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- declaration merging adds members by what it extends
  interface Services extends Subsystems {}
}

/**
 * The composition root: every part of the server, in the order in which they need one another.
 * @throws {StartError} of {@link openStorage}
 */
export async function openServices(config: Config, database: Database, storage?: Storage, clock: Clock = systemClock): Promise<Services> {
  const { store, partialUploads } = storage ?? (await openStorage(config))
  const timeZones = openTimeZones()
  const transactions = openTransactionScopes(database, timeZones)
  const invalidations = await openInvalidations(database)
  timeZones.follow(invalidations)
  const domainEvents = openDomainEvents()
  const grants = openGrants(invalidations)
  const blobs = openBlobs(store)
  const settings = openSettings(transactions, invalidations)
  const scheduler = openScheduler(invalidations)
  const secretCipher = openSecretCipher(config.dataDir)
  return {
    config,
    clock,
    transactions,
    invalidations,
    domainEvents,
    grants,
    blobs,
    jobFiles: blobs,
    settings,
    isAlone: database.listen === undefined,
    partialUploads,
    store,
    secretCipher,
    signingKeys: openSigningKeys(transactions, secretCipher, clock),
    sessions: openSessions(transactions, invalidations, grants, settings, clock),
    journal: openJournal(transactions),
    backups: openBackups(config, database, transactions, store, clock),
    jobs: openJobs(transactions, invalidations, blobs, clock),
    scheduler,
    messages: openMessages(transactions, config),
    workflow: openWorkflow({
      transactions,
      domainEvents,
      invalidations,
      clock,
      settings,
      vault: openVault(secretCipher),
      publicUrl: issuerOf(config),
      perform: performService({ invalidations, domainEvents, scheduler, clock }),
      inform: informOfProcesses(invalidations),
    }),
    figures: openFigures({ transactions, clock, settings, isAlone: database.listen === undefined, invalidations }),
    acquisition: openAcquisition({ database, transactions, invalidations, domainEvents, settings, clock }),
  }
}

/** Texts that processes keep encrypted, and tokens of which they keep the hash. */
const openVault = (cipher: SecretCipher): Parameters<typeof openWorkflow>[0]['vault'] => ({
  seal: async (text, about) => (await cipher.seal(Buffer.from(text), about)).toString('base64'),
  open: async (sealed, about) => (await cipher.open(Buffer.from(sealed, 'base64'), about))?.toString(),
  newToken,
  hashToken,
})
