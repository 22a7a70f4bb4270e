/** What there is to grant, to hide and to ask about: menus with their buttons, and pages with the fields of their rows. */
import { querySysMenuButtonTree } from '../../../../model/contract/authority/menu-grants.ts'
import { resources } from '../../../../model/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { rowFields } from '../../../../model/resource.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { titleOfMenu } from '../../../kernel/i18n/url-title.ts'

/** The menus with their buttons that the caller can grant, as a tree. @throws ApiError */
export const readMenus = () => ask(querySysMenuButtonTree, {})

export interface PageWithFields {
  readonly menu: string
  readonly label: string
  /** Labels by the names of the fields. */
  readonly fields: ReadonlyMap<string, string>
}

/** Each page that shows rows, with the fields of those rows. */
export function pagesWithFields(t: Translate): PageWithFields[] {
  return [...Map.groupBy(Object.values<Resource>(resources), ({ menu }) => menu)].map(([menu, nouns]) => ({
    menu,
    label: titleOfMenu(menu, t),
    fields: new Map(nouns.flatMap((of) => rowFields(of).map((name) => [name, t(fieldKey(of.name, name))]))),
  }))
}
