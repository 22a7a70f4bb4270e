/** Pages about one thing: an entry whose address is no page would never open, and one without its list would light nothing in the menu. */
import { describe, expect, it } from 'vitest'
import type { MenuSeed } from '../../seeds/menus.ts'
import { menus } from '../../seeds/menus.ts'
import { DETAIL_PAGES } from '../../web/app/detail-pages.ts'
import { crumbsTo, pathOf } from '../../web/kernel/navigation/menu-routes.ts'

const entries = menus.flatMap(function flat(entry: MenuSeed): MenuSeed[] {
  return [entry, ...(entry.children ?? []).flatMap(flat)]
})
const hidden = entries.filter((entry) => entry.hidden)
const pathsOf = (of: readonly MenuSeed[]) => of.map(({ path, pageName = '' }) => pathOf({ path, pageName }))

describe('a page about one thing', () => {
  it('has an address that can be opened: what is asked for stands behind it', () => {
    expect(hidden.length).toBeGreaterThan(10)
    expect(pathsOf(hidden).filter((path) => path.includes(':'))).toEqual([])
  })

  it('says which list it is opened from, and that list is in the menu', () => {
    expect([...pathsOf(hidden)].sort()).toEqual(Object.keys(DETAIL_PAGES).sort())
    const shown = new Set(pathsOf(entries.filter((entry) => !entry.hidden)))
    expect(Object.values(DETAIL_PAGES).filter((path) => !shown.has(path))).toEqual([])
  })

  it('stands below its list in the breadcrumb', () => {
    const page = (path: string, isHidden: boolean) => ({
      kind: 'page' as const,
      path,
      name: path,
      fallbackTitle: path,
      renamed: false,
      icon: undefined,
      noCache: false,
      hidden: isHidden,
    })
    for (const [path, activeMenu] of Object.entries(DETAIL_PAGES)) {
      const steps = crumbsTo(path, [page(activeMenu, false), page(path, true)], { activeMenu })
      expect(steps.map(({ route }) => (route.kind === 'page' ? route.path : ''))).toEqual([activeMenu, path])
    }
  })
})
