/** The guides of the product lead to pages that there are. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { menus } from '../../seeds/menus.ts'
import type { MenuSeed } from '../../seeds/menus.ts'
import { GUIDES } from '../../web/kernel/navigation/help.ts'

const folder = new URL('../../web/features/home/help/guides/', import.meta.url)
const pathsOf = (list: readonly MenuSeed[]): string[] => list.flatMap(({ path, children = [] }) => [path, ...pathsOf(children)])

test.each(GUIDES)('%s leads to pages of the menu and to guides', (guide) => {
  const known = new Set([...pathsOf(menus), ...GUIDES.map((one) => `/help?guide=${one}`)])
  const links = ['zh', 'tw', 'en'].flatMap((language) =>
    [...readFileSync(new URL(`${language}/${guide}.md`, folder), 'utf8').matchAll(/\]\((\/[^)]*)\)/g)].map(([, to]) => `${language} ${to}`),
  )
  expect(links.filter((link) => !known.has(link.slice(3)))).toEqual([])
})
