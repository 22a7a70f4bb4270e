/**
 * Texts that have one wording for all their readers: the title of an order that was made of something else, a notification. They cannot ask who reads them, so that what
 * some role of the tenant is kept from is not in them (docs/decisions/0198-texts-for-all-readers.md).
 */
import { sourcesOf } from '../../model/field.ts'
import { resourceNamed } from '../../model/index.ts'
import type { LabelKey } from '../../model/labels/index.ts'
import { languages } from '../../model/labels/index.ts'
import type { Resource } from '../../model/resource.ts'
import { columnOf } from '../../model/resource.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { translatorFor } from '../kernel/http/language.ts'

/** The label in each language, once where two have the same. */
export const inEach = (label: LabelKey): string => [...new Set(languages.map((language) => translatorFor(language)(label)))].join(' / ')

interface Place {
  readonly menu: string
  readonly field: string
}

/** Where a role may hide what the field tells: at the field, at those that it tells something about, and at the name of the row that it leads to. */
function placesOf(of: Resource, field: string): Place[] {
  const declared = of.fields[field]
  const target = declared?.link && resourceNamed(declared.link.to)
  const shown = target && Object.keys(target.fields).find((name) => columnOf(name) === declared?.link?.show)
  const others = sourcesOf(declared).flatMap((source) => {
    const menu = resourceNamed(source.noun)?.menu
    return menu === undefined ? [] : [{ menu, field: source.field }]
  })
  return [{ menu: of.menu, field }, ...others, ...(target && shown !== undefined ? [{ menu: target.menu, field: shown }] : [])]
}

/** The fields among these that some role of the tenant hides, or of which it hides what they tell. */
export async function hiddenSomewhere<Of extends Resource>(
  tx: Pick<Transaction, 'all'>,
  of: Of,
  fields: readonly (keyof Of['fields'] & string)[],
): Promise<ReadonlySet<keyof Of['fields'] & string>> {
  const places = new Map(fields.map((field) => [field, placesOf(of, field)]))
  const rows = await tx.all(
    build
      .selectFrom('role_hidden_fields as hidden')
      .innerJoin('menus', 'menus.id', 'hidden.menu_id')
      .select(['menus.menu_code', 'hidden.field'])
      .distinct()
      .where('menus.menu_code', 'in', [...new Set([...places.values()].flat().map(({ menu }) => menu))]),
  )
  const isHidden = ({ menu, field }: Place) => rows.some((row) => row.menu_code === menu && row.field === field)
  return new Set(fields.filter((field) => places.get(field)?.some(isHidden)))
}
