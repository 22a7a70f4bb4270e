import { sql } from 'kysely'
import { queryDictByDictType } from '../../../../model/contract/system/dictionaries.ts'
import { dictionaries } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { textOf } from '../../../kernel/resources/row-text.ts'
import { ordered, orderOf, rowsOf } from '../../../kernel/resources/select.ts'
import { tree } from '../../../kernel/resources/tree.ts'
import { update } from '../../../kernel/resources/update.ts'
import { typedAs } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { dictionaryWrites } from './writes.ts'

export const dictionariesFeature: Feature = {
  tag: 'dictionaries',
  routes: [
    list(dictionaries),
    tree(dictionaries),
    implement(queryDictByDictType, {
      access: 'signed-in',
      summary: 'The members of a dictionary as options',
      olderShape: 'bare',
      of: dictionaries,
      async handle({ caller, inTenant, input: { dictType } }) {
        const view = viewOf(caller, dictionaries)
        const order = orderOf(dictionaries, view, undefined)
        if (!order || !['dictName', 'dictValue', 'dictType'].every((name) => view.sees(name))) return []
        const members = rowsOf(dictionaries, view, {})
          .where(sql<boolean>`row.dict_type = ${dictType} and row.parent_id is not null`)
          .select([textOf(dictionaries, view, 'dictName').as('name'), sql`row.dict_value`.as('value')])
        return inTenant((tx) => tx.all(typedAs<{ name: string; value: string }>(ordered(members, order))))
      },
    }),
    add(dictionaryWrites),
    update(dictionaryWrites),
    remove(dictionaryWrites),
    importOf(dictionaryWrites),
    ...exportsOf(dictionaries),
  ],
}
