/** What `npm run new-noun` is told, checked: each refusal names the argument that is wrong. */
import { parseArgs } from 'node:util'
import { resources } from '../../model/index.ts'
import type { Resource } from '../../model/resource.ts'
import type { MenuChoices } from './menu.ts'
import { ENTRIES_BELOW_HEADING } from './menu.ts'

export const USAGE = `Usage: npm run new-noun -- --area acquisition --noun calibrations --one calibration --icon control
  --en "Calibrations" --zh "校准记录" --tw "校準紀錄"
  --field "calibrationCode:code:required:unique|Calibration code|校准编号|校準編號"
  --field "calibrationName:text:required|Calibration|校准名称|校準名稱"
  --field "siteId:reference=sites|Site|所属站点|所屬站點"

  --area   folder below model/, with a group of that code in seeds/menus.ts
  --noun   plural, kebab-case: the folder, and the table with underscores
  --one    singular, in small letters, words apart: names the calls (addCalibration)
  --icon   of the menu entry: one of web/app/shell/menu-icon.tsx
  --heading   within the group of the area, where it has such; the shortest list without it
  --en, --zh, --tw   the plural as people read it
  --field  name:kind[:required][:unique]|English|simplified Chinese|traditional Chinese, once for each field
           kinds: text, code (no blanks), long (256 characters), integer, decimal, time, reference=<noun>
  The first required text names a row to people.`

export const KINDS = ['text', 'code', 'long', 'integer', 'decimal', 'time', 'reference'] as const
export type Kind = (typeof KINDS)[number]

export interface FieldPlan {
  readonly name: string
  readonly kind: Kind
  /** The noun that a reference leads to. */
  readonly to?: Resource
  readonly required: boolean
  readonly unique: boolean
  readonly labels: Texts
}
type Texts = { readonly en: string; readonly zh: string; readonly tw: string }

export interface NounPlan {
  readonly area: string
  /** @example 'well-logs' */
  readonly noun: string
  /** @example 'well log' */
  readonly one: string
  readonly icon: string
  /** The heading of the menu that the noun stands below, in an area that has such. */
  readonly heading?: string
  readonly labels: Texts
  readonly fields: readonly FieldPlan[]
  /** The field that names a row. */
  readonly title: FieldPlan
}

/** The arguments were wrong: the message says which. */
export class WrongArgument extends Error {}

const refuse = (argument: string, why: string): never => {
  throw new WrongArgument(`--${argument}: ${why}`)
}

/** What the arguments ask for. @throws WrongArgument */
export function planOf(args: readonly string[], { areas, headingsOf, icons }: MenuChoices): NounPlan {
  const given = parsed(args)
  const single = (name: 'area' | 'noun' | 'one' | 'icon' | 'en' | 'zh' | 'tw') => given[name]?.trim() || refuse(name, 'is missing')
  const area = single('area')
  if (!areas.includes(area)) refuse('area', `"${area}" is none of ${areas.join(', ')}`)
  const noun = single('noun')
  if (!/^[a-z]+(-[a-z]+)*s$/.test(noun)) refuse('noun', `"${noun}" is no plural in kebab-case, such as well-logs`)
  const one = single('one')
  if (!/^[a-z]+( [a-z]+)*$/.test(one) || one.replaceAll(' ', '-') === noun)
    refuse('one', `"${one}" is no singular in small letters, such as "well log"`)
  const nouns = Object.values<Resource>(resources)
  if (nouns.some(({ name, table, menu }) => [name, table.replaceAll('_', '-'), menu].includes(noun) || menu === menuOf(noun)))
    refuse('noun', `there is a noun, a table or a menu "${noun}" already`)
  if (nouns.some(({ api }) => api.noun === pascal(one))) refuse('one', `there are calls named after ${pascal(one)} already`)
  const icon = single('icon')
  if (!icons.includes(icon)) refuse('icon', `"${icon}" is none of ${icons.toSorted().join(', ')}`)
  const heading = headingOf(given.heading, headingsOf(area))
  const labels = texts([single('en'), single('zh'), single('tw')], ['en', 'zh', 'tw'])
  const fields = (given.field ?? []).map((text) => fieldOf(text, nouns))
  if (fields.length === 0) refuse('field', 'is missing: a noun has at least one')
  const names = fields.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) refuse('field', `${twice} is there twice`)
  const title =
    fields.find(({ kind, required }) => kind === 'text' && required) ?? fields.find(({ kind, required }) => kind === 'code' && required)
  return {
    area,
    noun,
    one,
    icon,
    ...(heading === undefined ? {} : { heading }),
    labels,
    fields,
    title: title ?? refuse('field', 'none is a required text, which would name a row to people'),
  }
}

function parsed(args: readonly string[]) {
  const single = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        area: single,
        noun: single,
        one: single,
        icon: single,
        heading: single,
        en: single,
        zh: single,
        tw: single,
        field: { type: 'string', multiple: true },
      },
    }).values
  } catch (error) {
    throw new WrongArgument((error as Error).message)
  }
}

/** The one that was asked for, or that with the fewest entries; undefined in an area without. */
function headingOf(asked: string | undefined, headings: ReturnType<MenuChoices['headingsOf']>): string | undefined {
  const free = headings.filter(({ entries }) => entries < ENTRIES_BELOW_HEADING).toSorted((one, other) => one.entries - other.entries)
  if (asked === undefined && headings.length === 0) return undefined
  const [first] = asked === undefined ? free : free.filter(({ code }) => code === asked)
  if (first) return first.code
  return refuse('heading', `"${asked ?? ''}" is none of ${free.map(({ code }) => code).join(', ') || 'those with room: the area has none'}`)
}

function fieldOf(text: string, nouns: readonly Resource[]): FieldPlan {
  const [declared = '', ...labels] = text.split('|').map((part) => part.trim())
  const [name = '', kinded = '', ...marks] = declared.split(':')
  const wrong = (why: string) => refuse('field', `"${text}" ${why}`)
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(name) || ['id', 'version', 'createTime', 'tenantId', 'updatedAt', 'createdAt'].includes(name))
    wrong(`begins with no name in camelCase that is free for a field`)
  const [kind, target] = kinded.split('=')
  const known = KINDS.find((each) => each === kind) ?? wrong(`has a kind that is none of ${KINDS.join(', ')}`)
  const to = nouns.find((of) => of.name === target && of.scope === 'tenant')
  if (known === 'reference' && (!to || !name.endsWith('Id')))
    wrong('needs a name that ends with Id, and a noun of tenants: siteId:reference=sites')
  if (known !== 'reference' && target !== undefined) wrong(`leads to a noun, which ${known} cannot`)
  const unknown = marks.find((mark) => !['required', 'unique'].includes(mark))
  if (unknown !== undefined) wrong(`is marked "${unknown}", which is neither required nor unique`)
  const unique = marks.includes('unique')
  if (unique && !['text', 'code', 'integer'].includes(known)) wrong(`is unique, which a ${known} cannot be`)
  if (labels.length !== 3) wrong('has not its three texts: name:kind|English|simplified|traditional')
  return {
    name,
    kind: known,
    ...(to ? { to } : {}),
    required: marks.includes('required'),
    unique,
    labels: texts(labels, ['field', 'field', 'field'], text),
  }
}

/** Text in simplified characters that the other script writes otherwise, and the reverse: a few of the commonest. */
const SIMPLIFIED = /[开关产档数据资号选单权组职设条务员个续护举团审户账录导备类编点测场项]/
const TRADITIONAL = /[開關產檔數據資號選單權組職設條務員個續護舉團審戶賬錄導備類編點測場項]/

function texts([en = '', zh = '', tw = '']: readonly string[], named: readonly [string, string, string], of = ''): Texts {
  const wrong = (at: 0 | 1 | 2, why: string) => refuse(named[at], of ? `"${of}" ${why}` : why)
  if (!/^[A-Z][\x20-\x7e]*$/.test(en)) wrong(0, `has an English text that begins with no capital letter: "${en}"`)
  if (!/\p{Script=Han}/u.test(zh) || TRADITIONAL.test(zh)) wrong(1, `has a text that is not in simplified Chinese: "${zh}"`)
  if (!/\p{Script=Han}/u.test(tw) || SIMPLIFIED.test(tw)) wrong(2, `has a text that is not in traditional Chinese: "${tw}"`)
  return { en, zh, tw }
}

/** @example 'well log' → 'WellLog' */
export const pascal = (words: string): string => words.replace(/(^|[ -])([a-z])/g, (_all, _gap, letter: string) => letter.toUpperCase())
/** @example 'well-logs' → 'wellLogs' */
export const camel = (noun: string): string => noun.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
/** @example 'well-logs' → 'welllogs' */
export const menuOf = (noun: string): string => noun.replaceAll('-', '')
