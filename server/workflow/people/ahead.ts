/** Who would be asked, for whoever is about to start or to decide: looked up by the rules as they would be then. */
import type { Transaction } from '../../kernel/database/tenant.ts'
import { build } from '../../kernel/database/sql.ts'
import type { TaskQuestion } from '../people.ts'
import { lookUp } from './look-up.ts'
import { specsOf } from './specs.ts'

/** People that somebody chooses among. */
export const MAX_CHOICES = 200

/** Rules that stand for nobody until something else is known. */
const LATER: ReadonlySet<string> = new Set(['same-as', 'variable', 'expression'])

/** Whether nobody can be said yet: its rules ask what the process has not come to. */
export const isOpenAhead = ({ rules }: Pick<TaskQuestion, 'rules'>): boolean =>
  rules.length > 0 && rules.every(({ kind }) => LATER.has(kind))

/** Ids of the able people of a task's own rules, {@link MAX_CHOICES} at the most; of everybody where it has none and somebody picks. */
export async function peopleAhead(tx: Transaction, question: TaskQuestion): Promise<string[]> {
  const { rules, settings, about } = question
  if ((rules.length === 0 && settings.pick !== undefined) || isOpenAhead(question)) {
    const everybody = build.selectFrom('users').select('id').where('status', '=', 1).orderBy('username').orderBy('id').limit(MAX_CHOICES)
    return (await tx.all(everybody)).map(({ id }) => id)
  }
  const found = await lookUp(
    tx,
    specsOf({ ...question, picked: undefined }, 0, ['rules']).map((spec) => ({ ...spec, most: MAX_CHOICES })),
    [],
  )
  const able = [...new Set(found.flatMap((row) => row.able))]
  return settings.whenStarter === 'ask' ? able : able.filter((id) => id !== about.starterId)
}
