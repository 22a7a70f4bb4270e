/** What one can ask about, by its name, grouped by page. */
import { useQuery } from '@tanstack/react-query'
import type { ButtonNode } from '../../../../model/contract/authority/menu-grants.ts'
import { queryGrantableUrl } from '../../../../model/contract/authority/urls.ts'
import type { Kind } from '../../../../model/contract/authority/why.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { pagesWithFields, readMenus } from '../../../shared/authority/granting/grantable.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { titleOfMenu, titleOfUrl } from '../../../kernel/i18n/url-title.ts'

interface Item {
  readonly value: string
  readonly label: string
  readonly search: string
}

interface Group {
  readonly label: string
  readonly options: readonly Item[]
}

const itemOf = (value: string, label: string, group: string): Item => ({ value, label, search: `${label} ${value} ${group}` })

/** What can be asked about, in groups, and the title of one. */
export function useItems(kind: Kind): { options: Group[]; titleOf: (item: string) => string } {
  const t = useT()
  const menus = useQuery({ queryKey: ['menus', 'buttons'], enabled: kind === 'menu' || kind === 'button', queryFn: readMenus })
  const urls = useQuery({
    queryKey: ['urls', 'grantable'],
    enabled: kind === 'url',
    queryFn: () => ask(queryGrantableUrl, {}),
  })
  const options =
    kind === 'field'
      ? fieldGroups(t)
      : kind === 'url'
        ? [...Map.groupBy(urls.data ?? [], ({ menuCode }) => menuCode)].map(([code, own]) =>
            groupOf(
              titleOfMenu(code, t),
              own.map((one) => [one.url, `${titleOfUrl(one, t)} · ${one.url}`]),
            ),
          )
        : menuGroups(menus.data ?? [], kind)
  const titleOf = (wanted: string) => {
    const group = options.find((one) => one.options.some(({ value }) => value === wanted))
    const item = group?.options.find(({ value }) => value === wanted)
    if (!group || !item) return wanted
    return kind === 'button' || kind === 'field' ? `${group.label} / ${item.label}` : item.label
  }
  return { options, titleOf }
}

function groupOf(label: string, items: readonly (readonly [value: string, label: string])[]): Group {
  return { label, options: items.map(([value, text]) => itemOf(value, text, label)) }
}

function menuGroups(menus: readonly ButtonNode[], kind: Kind): Group[] {
  const shown = menus.filter((menu) => menu.isShown === 1 && menu.button === undefined)
  const below = ({ children = [] }: ButtonNode) => children.filter((child) => child.button === undefined && child.isShown === 1)
  if (kind === 'menu')
    return shown.map((menu) =>
      groupOf(
        menu.label,
        [menu, ...below(menu)].map((one) => [one.menuCode, one.label]),
      ),
    )
  return shown.flatMap((menu) => [
    ...((menu.children ?? []).some((child) => child.button)
      ? [
          groupOf(
            menu.label,
            (menu.children ?? []).filter((child) => child.button).map((child) => [child.id, child.label]),
          ),
        ]
      : []),
    ...menuGroups(below(menu), kind),
  ])
}

function fieldGroups(t: Translate): Group[] {
  return pagesWithFields(t).map(({ menu, label, fields }) =>
    groupOf(
      label,
      [...fields].map(([name, text]) => [`${menu}:${name}`, text]),
    ),
  )
}
