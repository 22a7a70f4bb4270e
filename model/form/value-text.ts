/** How values of entries are written for people: on paper, in lists and in files. */
import type { Language } from '../language.ts'
import type { Translate } from '../labels/index.ts'
import { secondText } from '../zone.ts'
import type { FormColumn } from './definition.ts'
import { textIn } from './definition.ts'
import { KINDS } from './kinds.ts'

/** Whose language and clock it is, and what only the server can name. */
export interface Wording {
  readonly language: Language
  readonly zone: string
  readonly t: Translate
  /** Names of rows of the product by their ids; one that is absent may not be told. */
  readonly names: Readonly<Record<string, string>>
  /** Words of dictionaries by type and value. */
  readonly words: (type: string, value: string) => string | undefined
}

/** With a comma between the thousands, as in each of our languages; the digits stay as they are. */
export function grouped(number: string): string {
  const [, sign = '', whole = '', rest = ''] = /^([+-]?)(\d+)(\.\d*)?$/.exec(number) ?? []
  return whole === '' ? number : sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + rest
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const withUnit = (text: string, unit: string | undefined): string => (text === '' || !unit ? text : `${text} ${unit}`)

function timeText(value: unknown, zone: string): string {
  const ms = Date.parse(plain(value))
  return Number.isNaN(ms) ? '' : secondText(zone, ms)
}

/** The value of a field as text; empty where it has none. Rich text is given as it is kept, and tables have rows of their own. */
export function valueText(part: FormColumn, value: unknown, wording: Wording): string {
  const { language, zone, t, names, words } = wording
  const label = (of: unknown) => {
    const choice = (part.choices ?? []).find((one) => one.value === of)
    return choice ? textIn(choice.labels, language) : plain(of)
  }
  switch (part.kind) {
    case 'money':
      return withUnit(grouped(plain(value)), part.unit)
    case 'number':
    case 'integer':
    case 'slider':
      return withUnit(plain(value), part.unit)
    case 'rating':
      return plain(value) === '' ? '' : `${plain(value)} / ${part.greatest ?? '5'}`
    case 'switch':
      return typeof value === 'boolean' ? t(value ? 'fill.yes' : 'fill.no') : ''
    case 'radio':
    case 'select':
      return label(value)
    case 'checkboxes':
    case 'multi-select':
      return listOf(value).map(label).join(t('common.between'))
    case 'dictionary':
      return words(part.dictionary ?? '', plain(value)) ?? plain(value)
    case 'moment':
      return timeText(value, zone)
    case 'date-range':
      return listOf(value).map(plain).join(' – ')
    case 'location':
      return isRecord(value) ? placeText(value) : ''
    case 'reading': {
      if (!isRecord(value)) return ''
      const { point, value: read, at } = value
      return [names[plain(point)], plain(read), timeText(at, zone)].filter(Boolean).join(' · ')
    }
    case 'files':
    case 'pictures':
      return listOf(value).map((file) => (isRecord(file) ? plain(file['name']) : '')).filter(Boolean).join(t('common.between')) // prettier-ignore
    case 'signature':
    case 'table':
      return ''
    default:
      return KINDS[part.kind].of || part.kind === 'reference' ? (names[plain(value)] ?? '') : plain(value)
  }
}

function placeText({ longitude, latitude, name }: Readonly<Record<string, unknown>>): string {
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return ''
  return [plain(name), `${latitude}°, ${longitude}°`].filter(Boolean).join(' · ')
}
