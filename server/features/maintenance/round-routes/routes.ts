/** Routes of rounds: the standard verbs. Whoever writes one has it looked at: its rounds fall due by what it says then. */
import { roundRoutes } from '../../../../model/index.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import type { RowChange } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { lookAtRoute } from '../../../maintenance/index.ts'

/** What says when rounds are due: of what was changed nothing is made up for that would have been due before. */
const RHYTHM: ReadonlySet<string> = new Set(['everyCount', 'everyUnit', 'firstDue', 'roundTimes', 'routeStatus'])
const isAnew = ({ values }: RowChange) => Object.keys(values).some((name) => RHYTHM.has(name))

const routeWrites = writes(roundRoutes, {
  add: {
    async apply(tx, { services }, rows, insert) {
      await insert(rows.map((row) => ({ ...row, columns: { ...row.columns, counts_from: new Date(services.clock.now()) } })))
      for (const { id } of rows) await lookAtRoute(tx, services, id)
    },
  },
  change: {
    async apply(tx, { services }, changes, change) {
      const from = new Date(services.clock.now())
      const written = await change(
        changes.map((each) => (isAnew(each) ? { ...each, columns: { ...each.columns, counts_from: from } } : each)),
      )
      for (const { id } of changes.filter(isAnew)) await lookAtRoute(tx, services, id)
      return written
    },
  },
})

export const roundRoutesFeature: Feature = {
  tag: 'round-routes',
  routes: [
    list(roundRoutes),
    ...exportsOf(roundRoutes),
    add(routeWrites),
    update(routeWrites),
    remove(routeWrites),
    importOf(routeWrites),
    options(roundRoutes),
  ],
}
