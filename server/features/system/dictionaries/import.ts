/** Importing dictionary entries, under the rules that hold for one of them: write.ts says why. */
import type { Finding, Special } from '../../../exchange/index.ts'
import { build } from '../../../kernel/database/sql.ts'

const keyOf = (type: unknown, value: unknown, isType: boolean) =>
  `${String(type).toLowerCase()}\n${isType ? '' : String(value).toLowerCase()}\n${isType}`

export const importedEntries: Special = {
  async judge(tx, { t }, rows) {
    const known = await tx.all(build.selectFrom('dictionaries').select(['id', 'dict_type', 'dict_value', 'parent_id']))
    const types = new Map([
      ...known.map((row) => [row.id, row.dict_type] as const),
      ...rows.map(({ id, values }) => [id, String(values['dictType'])] as const),
    ])
    const taken = new Set(known.map((row) => keyOf(row.dict_type, row.dict_value, row.parent_id === null)))
    return new Map(
      rows.flatMap(({ values }, at): [number, Finding][] => {
        const { dictType, dictValue, parentId } = values
        const above = types.get(String(parentId))
        if (above !== undefined && above !== dictType)
          return [[at, { field: 'dictType', message: t('error.dictionary.type', { type: above }) }]]
        const key = keyOf(dictType, dictValue, above === undefined)
        if (taken.has(key))
          return [
            [
              at,
              above === undefined
                ? { field: 'dictType', message: t('error.row.taken', { field: t('field.dictionaries.dictType') }) }
                : { field: 'dictValue', message: t('error.dictionary.taken') },
            ],
          ]
        taken.add(key)
        return []
      }),
    )
  },
}
