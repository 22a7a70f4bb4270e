import * as contract from '../../../../model/contract/account/profile.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'

/** Names on a map are no secret: whoever fills in an address chooses from them, with or without the page of regions. */
export const queryPlace = implement(contract.queryPlace, {
  access: 'signed-in',
  summary: "The provinces and their cities, to choose one's own from",
  async handle({ caller: { language }, inTenant }) {
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('regions')
          .select(['id', 'parent_id', 'region_code', 'region_name', 'region_name_tw', 'region_name_en', 'region_type'])
          .where('region_type', 'in', ['province', 'city'])
          .orderBy('region_code')
          .orderBy('id'),
      ),
    )
    const nameOf = (row: (typeof rows)[number]) => (language === 'zh' ? undefined : row[`region_name_${language}`]) ?? row.region_name
    const cities = Map.groupBy(
      rows.filter((row) => row.region_type === 'city'),
      (row) => row.parent_id,
    )
    return rows
      .filter((row) => row.region_type === 'province')
      .map((row) => ({
        value: row.region_code,
        label: nameOf(row),
        children: (cities.get(row.id) ?? []).map((city) => ({ value: city.region_code, label: nameOf(city) })),
      }))
  },
})
