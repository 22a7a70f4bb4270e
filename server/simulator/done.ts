/** What the demonstration is given once, whatever becomes of it afterwards. */
import type { Services } from '../kernel/services.ts'
import { build } from '../kernel/database/sql.ts'

export const HISTORY = 'simulated history'
export const ALARMS = 'simulated alarms'
type Part = typeof HISTORY | typeof ALARMS

/** Whether this installation was given it. */
export async function isDone(transactions: Services['transactions'], part: Part): Promise<boolean> {
  const row = await transactions.inPlatform(
    `whether the demonstration has its ${part}`,
    (tx) => tx.first(build.selectFrom('installation').select('key').where('key', '=', part)),
    'read',
  )
  return row !== undefined
}

/** Notes that a part of the demonstration is done, and how much of it. */
export async function noteDone(transactions: Services['transactions'], part: Part, count: number): Promise<void> {
  await transactions.inPlatform(`the demonstration has its ${part}`, (tx) =>
    tx.run(
      build
        .insertInto('installation')
        .values({ key: part, value: String(count) })
        .onConflict((conflict) => conflict.column('key').doNothing()),
    ),
  )
}
