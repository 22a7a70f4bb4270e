/** `query{Noun}Options`: rows of a noun that is no tree, to choose from. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { MAX_CHOICES_BY_ID, optionsContract } from '../../../model/contract/nouns.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { accessTo } from '../http/access.ts'
import type { Route } from '../http/http.ts'
import { implement } from '../http/http.ts'
import { typedAs } from '../database/sql.ts'
import { viewOf } from '../authorization/view.ts'
import { belongsTo } from './belonging.ts'
import { nameBehind, own, shownText, textOf } from './row-text.ts'
import { orderOf, ordered, rowsOf } from './select.ts'

/** Who has more to choose from types a part of the name. */
const MAX_OPTIONS = 50

/**
 * The route that offers rows of the noun for a select. Rows whose name has the `keyword`, or the names of those with the given ids.
 * Rows that people know by another field than the title are named as lists name them.
 * With `within` and `withinId` those alone that belong to these rows of that noun.
 * @param also A second text that tells rows of one name apart: a reference, such as the device of a point, by the name of its row.
 * @example options(points, 'deviceId')
 */
export function options(of: Resource, also?: string): Route {
  return implement(optionsContract(of), {
    access: accessTo(of, 'read'),
    summary: `Rows of ${of.name} to choose from`,
    of,
    async handle({ caller, inScopeOf, input: { keyword, id: ids, within, withinId = [] } }) {
      const view = viewOf(caller, of)
      const named = [...(of.displayName === undefined ? [of.title] : []), ...(also ? [also] : [])].filter((name) => view.sees(name))
      const order = orderOf(of, view, `${of.title}_ascend`) ?? orderOf(of, view, undefined)
      const texts = named.flatMap((name) => (of.fields[name]?.link ? (nameBehind(of, view, name) ?? []) : textOf(of, view, name)))
      const link = { to: of.name, show: columnOf(of.title) }
      if (of.displayName !== undefined) texts.unshift(...view.naming(link).map((column) => own(column)))
      if (texts.length === 0) return []
      const name = of.displayName === undefined ? sql`concat_ws(' · ', ${sql.join(texts)})` : shownText(link, view, 'row')
      const pattern = `%${(keyword ?? '').replace(/[\\%_]/g, '\\$&')}%`
      const belonging = within === undefined ? undefined : belongsTo(caller, of, within, withinId)
      const rows = rowsOf(of, view, {})
        .$if(belonging !== undefined, (query) => query.where(belonging as RawBuilder<SqlBool>))
        .$if(ids !== undefined, (query) => query.where(sql<boolean>`row.id = any(${ids ?? []}::uuid[])`))
        .$if(Boolean(keyword), (query) =>
          query.where(
            sql<boolean>`(${sql.join(
              texts.map((text) => sql`${text} ilike ${pattern}`),
              sql` or `,
            )})`,
          ),
        )
        .select([sql`row.id`.as('value'), name.as('name')])
      return inScopeOf(of, (tx) =>
        tx.all(
          typedAs<{ name: string; value: string }>((order ? ordered(rows, order) : rows).limit(ids ? MAX_CHOICES_BY_ID : MAX_OPTIONS)),
        ),
      )
    },
  })
}
