/** `npm run new-noun` refuses what is no noun, and names the argument that is wrong. */
import { describe, expect, it } from 'vitest'
import { WrongArgument, planOf } from '../../scripts/new-noun/arguments.ts'
import { headingsIn, withEntry } from '../../scripts/new-noun/menu.ts'

const WELLS = {
  area: 'acquisition',
  noun: 'well-logs',
  one: 'well log',
  icon: 'control',
  en: 'Well logs',
  zh: '测井记录',
  tw: '測井紀錄',
} as const
const FIELDS = ['logCode:code:required:unique|Log code|记录编号|紀錄編號', 'logName:text:required|Well log|记录名称|紀錄名稱']

/** The first is full, the last the shortest list. */
const HEADINGS = [
  { code: 'registry', entries: 8, end: 0 },
  { code: 'alarmdelivery', entries: 4, end: 0 },
  { code: 'histories', entries: 2, end: 0 },
]

const plan = (changes: Partial<Record<keyof typeof WELLS | 'heading', string>> = {}, fields: readonly string[] = FIELDS) =>
  planOf(
    [
      ...Object.entries({ ...WELLS, ...changes }).flatMap(([name, value]) => [`--${name}`, value]),
      ...fields.flatMap((field) => ['--field', field]),
    ],
    { areas: ['acquisition', 'admin'], headingsOf: (area) => (area === 'acquisition' ? HEADINGS : []), icons: ['control', 'tags'] },
  )

describe('what it refuses', () => {
  it.each<[string, Parameters<typeof plan>, RegExp]>([
    ['an area without a menu', [{ area: 'organisation' }], /^--area: "organisation" is none of/],
    ['a noun that is there', [{ noun: 'sites' }], /^--noun: there is a noun/],
    ['a singular noun', [{ noun: 'well-log' }], /^--noun: "well-log" is no plural/],
    ['calls that are there', [{ one: 'site' }], /^--one: there are calls named after Site/],
    ['an unknown icon', [{ icon: 'derrick' }], /^--icon: "derrick" is none of/],
    ['an icon that the menu has not at once', [{ icon: 'experiment' }], /^--icon: "experiment" is none of control, tags$/],
    ['an unknown heading', [{ heading: 'wells' }], /^--heading: "wells" is none of histories, alarmdelivery$/],
    ['a heading that is full', [{ heading: 'registry' }], /^--heading: "registry" is none of/],
    ['a heading in an area without', [{ area: 'admin', heading: 'histories' }], /^--heading: .*has none/],
    ['English for Chinese', [{ zh: 'Well logs' }], /^--zh: .* not in simplified Chinese: "Well logs"/],
    ['one script for the other', [{ tw: '测井记录' }], /^--tw: .* not in traditional Chinese: "测井记录"/],
    ['no text', [{ en: ' ' }], /^--en: is missing/],
    ['no field', [{}, []], /^--field: is missing/],
    ['an unknown kind', [{}, ['depth:metres|Depth|深度|深度']], /^--field: "depth:metres.*kind that is none of/],
    ['an unknown mark', [{}, ['depth:decimal:needed|Depth|深度|深度']], /^--field: .*"needed"/],
    ['a reference to nothing', [{}, ['rigId:reference=rigs|Rig|钻机|鑽機']], /^--field: .*a noun of tenants/],
    ['a field without its texts', [{}, ['depth:decimal|Depth|深度']], /^--field: .*three texts/],
    ['a field in English alone', [{}, ['depth:decimal|Depth|深度|Depth']], /^--field: .*not in traditional Chinese/],
    ['a field twice', [{}, [...FIELDS, ...FIELDS]], /^--field: logCode is there twice/],
    ['rows without a name', [{}, ['depth:decimal|Depth|深度|深度']], /^--field: none is a required text/],
  ])('%s', (_what, args, why) => {
    expect(() => plan(...args)).toThrow(why)
    expect(() => plan(...args)).toThrow(WrongArgument)
  })
})

it('takes what is right', () => {
  expect(plan()).toMatchObject({ area: 'acquisition', noun: 'well-logs', title: { name: 'logName' } })
  expect(plan().heading).toBe('histories')
  expect(plan({ heading: 'alarmdelivery' }).heading).toBe('alarmdelivery')
  expect(plan({ area: 'admin' }).heading).toBeUndefined()
  expect(plan().fields.map(({ kind }) => kind)).toEqual(['code', 'text'])
})

it('finds the headings of an area, and writes an entry below one of them or at the end of the area', () => {
  const menus = `
  group('acquisition', 'wifi', [
    page('overview', 'fund', { ready: true }),
    openGroup('registry', 'hdd', [
      page('devices', 'hdd', {
        ready: true,
      }),
      detail('devicedetail', 'hdd', { at: 'device' }),
    ]),
    openGroup('histories', 'line-chart', [
      page('trends', 'line-chart', { ready: true }),
    ]),
  ]),
  group('admin', 'setting', [
    page('sysuser', 'user', { ready: true }),
  ]),
`
  expect(headingsIn(menus, 'acquisition').map(({ code, entries }) => [code, entries])).toEqual([
    ['registry', 2],
    ['histories', 1],
  ])
  expect(headingsIn(menus, 'admin')).toEqual([])
  const after = (mark: string) => menus.replace(mark, `${mark}NEW\n`)
  expect(withEntry(menus, 'acquisition', 'registry', 'NEW')).toBe(after("{ at: 'device' }),\n"))
  expect(withEntry(menus, 'acquisition', 'histories', 'NEW')).toBe(after("page('trends', 'line-chart', { ready: true }),\n"))
  expect(withEntry(menus, 'admin', undefined, 'NEW')).toBe(after("page('sysuser', 'user', { ready: true }),\n"))
  expect(() => withEntry(menus, 'wells', undefined, 'NEW')).toThrow("no group('wells', …)")
})
