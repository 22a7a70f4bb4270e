import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { resources } from '../model/index.ts'
import en from '../model/labels/en/index.ts'
import tw from '../model/labels/tw/index.ts'
import zh from '../model/labels/zh/index.ts'
import type { Resource } from '../model/resource.ts'
import { isExternal, menuButtons, menuIcons } from '../model/system/menu-catalogue.ts'
import { ENTRIES_BELOW_HEADING, iconsAtOnce } from '../scripts/new-noun/menu.ts'
import { pageAddresses } from '../tests/support/page-addresses.ts'
import { menus } from './menus.ts'
import type { MenuSeed } from './menus.ts'

const flat = (entry: MenuSeed): MenuSeed[] => [entry, ...(entry.children ?? []).flatMap(flat)]
const entries = menus.flatMap(flat)
const codes = entries.map(({ code }) => code)
/** Pages with a name and no entry: one's own profile, the guides, and the example that the specification calls a test. */
const WITHOUT_ENTRY = ['profile', 'help', 'scan', 'test']
const pages = entries.filter(({ children }) => !children)

test('codes and paths are unique and fit their columns', () => {
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length)
  expect(
    entries.filter(
      ({ code, path }) => !/^[A-Za-z][A-Za-z0-9_.-]{0,31}$/.test(code) || (!/^(\/[a-z0-9-]+)+$/.test(path) && !isExternal(path)),
    ),
  ).toEqual([])
})

test('a page stands below its group', () => {
  expect(menus.find(({ code }) => code === 'admin')?.children?.find(({ code }) => code === 'sysuser')?.path).toBe('/admin/sysuser')
  expect(entries.find(({ code }) => code === 'error401')?.path).toBe('/template/error/401')
  expect(entries.find(({ code }) => code === 'permissionpage')?.path).toBe('/permission/page')
  expect(entries.find(({ code }) => code === 'workbench')?.path).toBe('/home/workbench')
})

test('what belongs to acquisition is found in a few groups, at the addresses from before there were groups', () => {
  const { children = [] } = menus.find(({ code }) => code === 'acquisition') as MenuSeed
  expect(children.map((child) => child.children?.length ?? 0).every((count) => count <= ENTRIES_BELOW_HEADING)).toBe(true)
  expect(children.length).toBeLessThanOrEqual(6)
  const addresses = children.flatMap((child) => child.children ?? child).map(({ path }) => path)
  expect(addresses.filter((path) => !/^\/acquisition\/[a-z]+$/.test(path))).toEqual([])
  const curing = menus.find(({ code }) => code === 'curing')?.children?.map(({ path }) => path) ?? []
  const nouns = Object.values<Resource>(resources).filter(({ api }) => api.base.startsWith('/acquisition/'))
  expect(nouns.length).toBeGreaterThan(10)
  expect(nouns.map(({ menu }) => `/acquisition/${menu}`).filter((path) => ![...addresses, ...curing].includes(path))).toEqual([])
})

test('what is ready exists, is no group and is not hidden', () => {
  const shown = pages
    .filter(({ ready, path }) => ready && !isExternal(path))
    .map(({ path }) => path.replace(/^\/home\/workbench$/, '/workbench'))
  expect(shown.length).toBeGreaterThan(50)
  expect(shown.filter((path) => !pageAddresses.includes(path))).toEqual([])
  expect(pages.filter(({ ready, hidden, path }) => !ready && !hidden && pageAddresses.includes(path)).map(({ code }) => code)).toEqual([])
  expect(entries.filter(({ ready, hidden, children }) => ready && (hidden || children))).toEqual([])
})

test('icons are the listed ones, and the icon set has them', () => {
  expect(entries.filter(({ icon }) => !menuIcons.includes(icon))).toEqual([])
  const folder = join(dirname(createRequire(import.meta.url).resolve('@ant-design/icons')), 'icons')
  const component = (icon: string) => `${icon.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())}Outlined.js`
  expect(menuIcons.filter((icon) => !existsSync(join(folder, component(icon))))).toEqual([])
})

test('the console has the icons of all that shows at once, those of the examples aside', () => {
  // Read from the file: importing it would load React.
  const source = readFileSync(new URL('../web/app/shell/menu-icon.tsx', import.meta.url), 'utf8')
  const atOnce = iconsAtOnce(source)
  const shows = ({ ready, children }: MenuSeed): boolean => children?.some(shows) ?? ready === true
  const shown = menus.filter(({ code }) => code !== 'template').flatMap(flat)
  expect(shown.filter((entry) => shows(entry) && !atOnce.includes(entry.icon)).map(({ icon }) => icon)).toEqual([])
})

test('buttons can be given to a page exactly when they have a text', () => {
  expect([...menuButtons].sort()).toEqual(
    Object.keys(en)
      .filter((key) => key.startsWith('button.') && key !== 'button.history') // which every page has, and no role hides
      .map((key) => key.slice('button.'.length))
      .sort(),
  )
})

describe.each([
  ['en', en],
  ['zh', zh],
  ['tw', tw],
])('the texts of %s', (language, labels: Record<string, string>) => {
  test('name every entry and button, within the length of a menu name', () => {
    const buttons = entries.flatMap((entry) => entry.buttons ?? [])
    const wanted = [...codes.map((code) => `menu.${code}`), ...buttons.map((button) => `button.${button}`)]
    expect(wanted.filter((key) => !labels[key] || labels[key].length > 32)).toEqual([])
  })

  test('name nothing that is not there', () => {
    const named = Object.keys(labels).flatMap((key) => (key.startsWith('menu.') ? [key.slice('menu.'.length)] : []))
    expect(named.filter((code) => !(codes as string[]).includes(code) && !WITHOUT_ENTRY.includes(code))).toEqual([])
  })

  test('tell the entries of a group apart', () => {
    for (const { code, children = [] } of [{ code: '', children: menus }, ...entries]) {
      const names = children.map((child) => labels[`menu.${child.code}`])
      expect(new Set(names).size, `${language} ${code}`).toBe(names.length)
    }
  })

  if (language !== 'en') {
    test('are Chinese of the right script', () => {
      const wrong =
        language === 'zh'
          ? /[開關產檔數據資號選單權組職設條務員個擷續護舉團審]/
          : /[开关产档数据资号选单权组职设条务员个续护举团审户账录导]/
      expect(Object.entries(labels).filter(([key, text]) => /^(menu|button)\./.test(key) && wrong.test(text))).toEqual([])
    })
  }
})
