/** What the engine needs of the rest of the product, and a step while it is under way. */
import type { TenantId } from '../../../model/brands.ts'
import type { Service } from '../../../model/workflow/settings.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import type { TransactionScopes, Transaction } from '../../kernel/database/tenant.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { DomainEvents } from '../../kernel/runtime/domain-events.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import type { SettingStore } from '../../kernel/runtime/settings.ts'
import type { TaskAnswer, TaskQuestion } from '../people.ts'
import type { Definitions } from './definitions.ts'
import type { Held } from './held.ts'
import type { ProcessInvalidation } from './invalidation.ts'
import type { Unit } from './unit.ts'

/** Somebody of a tenant who does something, or (without a user) the product itself. */
export interface Actor {
  readonly tenantId: TenantId
  readonly userId?: string | undefined
  readonly operationId?: string | undefined
}
export type Person = Actor & {
  readonly userId: string
  readonly username?: string | undefined
  /** By whose roles people are named in what is refused; absent where the product itself acts. */
  readonly reader?: Caller | undefined
}

export interface People {
  /** An answer for each question, in their order. */
  whoIsAsked(tx: Transaction, questions: readonly TaskQuestion[]): Promise<readonly TaskAnswer[]>
  /** How somebody is among those who can take a task, whether or not it is to be had; nothing where they are not. One statement. */
  candidacyOf(tx: Transaction, person: Person, taskId: string): Promise<{ readonly forId: string } | undefined>
  mayStart(tx: Transaction, person: Person, modelId: string | null): Promise<boolean>
}

/** What keeps a service from being done, as a sentence of its own (`process-incident.<fault>`). */
export type ServiceFault =
  | 'no-point'
  | 'no-number'
  | 'no-alarm'
  | 'alarm-state'
  | 'no-duration'
  | 'no-header'
  | 'no-note'
  | 'no-title'
  | 'no-equipment'
  | 'no-device'
  | 'no-order'
  | 'order-state'
  | 'order-signed'
  | 'order-checks'
  | 'order-parts'
  | 'endless'
  | 'too-many-begun'

/** A service that cannot be done, for a reason that somebody can do something about: an incident. */
export class ServiceError extends Error {
  readonly fault: ServiceFault | undefined

  /** @param about What is missing; with a fault the name that its sentence has, else the whole sentence */
  constructor(about: string, fault?: ServiceFault) {
    super(about)
    this.fault = fault
  }
}

/** What a service is given. It writes in the transaction of the step, and waits for nothing but its own statements. */
export interface ServiceCall {
  readonly tx: Transaction
  readonly service: Service
  readonly held: Held
  readonly node: string
  /** Names the passage of the node within its instance, and which of its services: the same whenever the same is done again. */
  readonly passage: string
  /** Of services that tell people, whom. */
  readonly receivers: ServiceReceivers
}

export interface ServiceReceivers {
  readonly userIds: readonly string[]
  readonly roleIds: readonly string[]
  readonly organisationIds: readonly string[]
}

/** Services of other subsystems. Gives variables that are set. @throws ServiceError */
export type PerformService = (call: ServiceCall) => Promise<Readonly<Record<string, unknown>>>

/**
 * What people are let know: that a task of theirs is late, that somebody waits for it, that they have a copy, or
 * are asked for an opinion, or have one; or (those who manage the process) that nobody
 * who could do a task was left, so that others are asked; or that processes set one another going without end.
 */
export interface ProcessNotice {
  readonly what: 'late' | 'reassigned' | 'endless' | 'reminded' | 'copied' | 'copied-by-model' | 'consulted' | 'answered'
  /** Of the task, or of the instance that was copied. */
  readonly name: string
  /** The id of who reminds, sends it, asks or answers. */
  readonly by?: string | undefined
  /** Of a task, the instance. */
  readonly instance?: string | undefined
}

/** What is written and not given out: texts that only the row opens which they are of, and tokens, of which the hash is kept. */
export interface Vault {
  /** Encrypted, as a column keeps it. */
  seal(text: string, about: string): Promise<string>
  /** Nothing where the key of this installation is another one. */
  open(sealed: string, about: string): Promise<string | undefined>
  newToken(): string
  hashToken(token: string): Buffer
}

export interface EngineParts {
  readonly transactions: TransactionScopes
  readonly domainEvents: DomainEvents
  readonly invalidations: Invalidations
  readonly clock: Clock
  readonly settings: SettingStore
  readonly vault: Vault
  /** Where other systems reach this one, without a slash at its end. */
  readonly publicUrl: string
  readonly people: People
  readonly perform: PerformService
  /** Lets people know what they are asked to do, or have been sent. */
  readonly inform: (tx: Transaction, receivers: ServiceReceivers, notice: ProcessNotice) => Promise<void>
  /** Sends the copies that the nodes of a step send, once it is written. */
  readonly copyByModel: (work: Work) => Promise<void>
  readonly definitions: Definitions
  readonly pageInvalidation: ProcessInvalidation
}

/** A step that is under way. */
export interface Work {
  readonly tx: Transaction
  readonly parts: EngineParts
  readonly unit: Unit
  /** Whom the starter, or whoever did the task before, has picked for a task, by its node: the id of a user, or a username. */
  readonly picked?: ((node: string) => string | undefined) | undefined
}
