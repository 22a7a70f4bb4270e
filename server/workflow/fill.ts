/** What somebody fills in of the form of an instance: judged by whoever knows forms, under the lock and within the transaction of the step. */
import { isDeepStrictEqual } from 'node:util'
import type { TaskSettings } from '../../model/workflow/settings.ts'
import type { Variable } from '../../model/workflow/variables.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { UsedForm } from './engine/definitions.ts'
import type { Held } from './engine/held.ts'
import { settingsOf } from './engine/user-tasks.ts'

/** Where it is filled in: at the start, or at a task. */
export interface FillPlace {
  readonly instanceId: string
  readonly form: UsedForm
  /** Of the task; absent at the start. */
  readonly settings: Pick<TaskSettings, 'fields'> | undefined
  readonly variable: (name: string) => Variable | undefined
}

export interface FilledIn {
  readonly variables: ReadonlyMap<string, Variable>
  /** What is stored besides, once the instance is. */
  readonly store: (tx: Transaction) => Promise<unknown>
}

/** Judges what was filled in. @throws Failure with each fault at its place */
export type Fill = (tx: Transaction, place: FillPlace) => Promise<FilledIn>

/** Fills in the form of an instance, where it has one; gives what is to be stored after the step. @param node The task; absent at the start @throws VariableError */
export async function fillIn(tx: Transaction, held: Held, fill: Fill | undefined, node?: string): Promise<FilledIn['store'] | undefined> {
  const { form } = held.definition
  if (!fill || !form) return undefined
  const settings = node === undefined ? undefined : settingsOf(held, node)
  const { variables, store } = await fill(tx, { instanceId: held.id, form, settings, variable: (name) => held.variables.get(name) })
  for (const [name, variable] of variables) {
    // What says the same as before has not changed.
    const before = held.variables.get(name)
    const isSame = before === undefined ? variable.value === null : isDeepStrictEqual(before.value, variable.value)
    if (!isSame) held.variables.keep(name, variable)
  }
  held.isTouched = true
  return store
}
