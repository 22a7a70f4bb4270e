/** The statements that our engine sends for a start and for an act, as a bare server can send them again: by trips, with ids of their own each time. */
import type { TransactionScopes, Statement, Transaction } from '../../server/kernel/database/tenant.ts'
import type { Services } from '../../server/kernel/services.ts'
import type { Person } from '../../server/workflow/index.ts'
import { openWorkflow } from '../../server/workflow/index.ts'
import { build } from '../../server/kernel/database/sql.ts'

export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}
/** Statements that went together. */
export type Trip = readonly Sent[]

export interface RecordedSteps {
  readonly start: readonly Trip[]
  readonly complete: readonly Trip[]
  /** Ids in the values that are others each time. */
  readonly instance: string
  readonly task: string
}

/** Does both once, and gives what was sent. @param definition A process of one task, which the person has */
export async function recordSteps(services: Services, person: Person, definition: string): Promise<RecordedSteps> {
  const recording = new Recording(services.transactions)
  const workflow = openWorkflow({
    ...services,
    vault: {
      seal: (text) => Promise.resolve(text),
      open: (text) => Promise.resolve(text),
      newToken: () => '',
      hashToken: () => Buffer.alloc(0),
    },
    publicUrl: '',
    transactions: recording,
    perform: () => Promise.resolve({}),
    inform: () => Promise.resolve(),
  })
  // The first one reads the definition as well, which is then kept.
  await workflow.start(person, { of: { definition }, description: 'warm' })
  recording.take()
  const { id: instance } = await workflow.start(person, { of: { definition }, description: 'measured' })
  const start = recording.take()
  const row = await services.transactions.inTenant({ tenantId: person.tenantId }, (tx) =>
    tx.first(build.selectFrom('process_tasks').select('id').where('instance_id', '=', instance)),
  )
  const task = row?.id ?? ''
  await workflow.act(person, { taskId: task, act: { do: 'complete' }, comment: 'measured' })
  const complete = recording.take()
  workflow.stop()
  return { start, complete, instance, task }
}

class Recording implements TransactionScopes {
  readonly #scopes: TransactionScopes
  #trips: Sent[][] = []
  #waiting = 0

  constructor(scopes: TransactionScopes) {
    this.#scopes = scopes
  }

  take(): readonly Trip[] {
    const trips = this.#trips
    this.#trips = []
    return trips
  }

  inTenant: TransactionScopes['inTenant'] = (actor, work, mode) => this.#scopes.inTenant(actor, (tx) => work(this.#over(tx)), mode)
  inPlatform: TransactionScopes['inPlatform'] = (...given) => this.#scopes.inPlatform(...given)
  assertSpace: TransactionScopes['assertSpace'] = (purpose) => this.#scopes.assertSpace(purpose)
  timeZoneOf: TransactionScopes['timeZoneOf'] = (tenantId) => this.#scopes.timeZoneOf(tenantId)
  platformUses: TransactionScopes['platformUses'] = () => this.#scopes.platformUses()
  hasSpace: TransactionScopes['hasSpace'] = (purpose) => this.#scopes.hasSpace(purpose)

  #over(tx: Transaction): Transaction {
    const noted = <Result>(statement: Statement<unknown>, sent: Promise<Result>): Promise<Result> => {
      const { sql: text, parameters: values } = statement.compile()
      if (this.#waiting === 0) this.#trips.push([])
      this.#trips.at(-1)?.push({ text, values })
      this.#waiting += 1
      return sent.finally(() => {
        this.#waiting -= 1
      })
    }
    return {
      ...tx,
      all: (statement) => noted(statement, tx.all(statement)),
      first: (statement) => noted(statement, tx.first(statement)),
      run: (statement) => noted(statement, tx.run(statement)),
    }
  }
}
