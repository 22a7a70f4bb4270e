/** The pages of the menu, as they are found by title, path and (where wanted) pinyin. */
import { useLocation, useNavigate } from 'react-router'
import { textOr } from '../../../kernel/i18n/i18n.ts'
import type { MenuRoute } from '../../../kernel/navigation/menu-routes.ts'
import { shownRoutes } from '../../../kernel/navigation/menu-routes.ts'
import type { Routes } from '../routes.ts'
import { titleOf } from '../routes.ts'
import { addressOf, useTags } from '../tags.ts'
import type { Entry } from './entries.ts'
import { useSounds } from './use-sounds.ts'

/** Everybody has it, with or without an entry in the menu. */
const DOCS = '/docs'

/** The pages that the palette leads to, and those that were open last. */
export function usePages(routes: Routes): { pages: readonly Entry[]; recent: readonly Entry[] } {
  const navigate = useNavigate()
  const { pathname: here } = useLocation()
  const open = useTags()
  const sounds = useSounds()
  const go = (path: string) => () => void navigate(path)

  const entriesOf = (list: readonly MenuRoute[], groups: readonly string[]): Entry[] =>
    list.flatMap((route): Entry[] => {
      const title = titleOf(route)
      if (route.kind === 'group') return entriesOf(route.children, [...groups, title])
      const run = route.kind === 'link' ? () => void window.open(route.path, '_blank', 'noopener,noreferrer') : go(route.path)
      return [
        {
          key: `page ${route.path}`,
          title,
          groups,
          path: route.path,
          icon: route.icon,
          pinyin: [title, ...groups].flatMap(sounds),
          run,
          ...(groups.length > 0 ? { detail: groups.join(' / ') } : {}),
        },
      ]
    })
  const pages = entriesOf(shownRoutes(routes.menu), [])
  const docs = textOr('menu.apidocs', DOCS)
  const all =
    pages.some(({ title }) => title === docs) || !routes.paths.has(DOCS)
      ? pages
      : [...pages, { key: `page ${DOCS}`, title: docs, groups: [], path: DOCS, icon: 'api', pinyin: sounds(docs), run: go(DOCS) }]

  const recent = open.recent
    .filter((path) => path !== here)
    .reverse()
    .flatMap((path) => {
      const page = all.find((one) => one.path === path)
      const tag = open.tags.find((one) => one.path === path)
      return page && tag ? [{ ...page, run: go(addressOf(tag.at)) }] : []
    })
  return { pages: all, recent }
}
