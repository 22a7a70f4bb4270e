/** What cells of a file say of the fields of a form: as an export writes it, and as people type it. */
import type { FormField, Texts } from '../../../../model/form/definition.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import { languages } from '../../../../model/labels/index.ts'
import { momentOfWall } from '../../../../model/zone.ts'
import { plain } from '../../../exchange/index.ts'
import { translatorFor } from '../../../kernel/http/language.ts'

/** Kinds that no cell holds: tables, files and what only a page can ask for. */
const UNTYPABLE: readonly FormField['kind'][] = ['table', 'files', 'pictures', 'signature', 'location', 'reading', 'rich-text', 'serial']

/** Whether a cell of a file can give the field its value. */
export const isTypable = ({ kind, compute }: FormField): boolean => !compute && !UNTYPABLE.includes(kind)

/** What a heading can be to name the field: its label in any language, its name, its id. */
export const headingsOf = ({ labels, name, id }: FormField): string[] => [...textsOf(labels), name, id].map(plain)

const textsOf = (texts: Texts): string[] => languages.flatMap((language) => texts[language] ?? [])

/** What is looked up before the cells are read. */
export interface Known {
  /** The members of dictionaries by `<type> <value or label, plain>`. */
  readonly members: ReadonlyMap<string, string>
  /** Rows by `<noun> <name>`. */
  readonly rows: ReadonlyMap<string, string>
  readonly zone: string
}

const YES = new Set(['true', '1', 'x', '✓', '√', ...languages.map((language) => plain(translatorFor(language)('entries.yes')))])
const NO = new Set(['false', '0', '×', ...languages.map((language) => plain(translatorFor(language)('entries.no')))])
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const MOMENT = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[T\s]+(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?$/

/** The noun of which the field names a row; nothing for another kind of field. */
export const nounOf = (field: FormField): string | undefined => (field.kind === 'reference' ? field.noun : KINDS[field.kind].of)

/** The value as a page would send it; what is none is left as it is, so that the check of the entry says what is wrong. */
export function valueOfCell(field: FormField, text: string, { members, rows, zone }: Known): unknown {
  const noun = nounOf(field)
  if (noun !== undefined) return rows.get(`${noun} ${text}`) ?? text
  switch (field.kind) {
    case 'switch':
      return YES.has(plain(text)) ? true : NO.has(plain(text)) ? false : text
    case 'radio':
    case 'select':
      return choiceOf(field, text)
    case 'checkboxes':
    case 'multi-select':
      return text
        .split(/[,，、;；]/)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => choiceOf(field, part))
    case 'dictionary':
      return members.get(`${field.dictionary} ${plain(text)}`) ?? text
    case 'date':
      return dayOf(text)
    case 'moment':
      return momentOf(text, zone)
    case 'date-range':
      return text.split(/\s*[–~—至]\s*/).map(dayOf)
    default:
      return text
  }
}

function choiceOf({ choices = [] }: FormField, text: string): string {
  const found = choices.find(({ value, labels }) => value === text || textsOf(labels).some((label) => plain(label) === plain(text)))
  return found?.value ?? text
}

const two = (number: string | undefined) => (number ?? '0').padStart(2, '0')

function dayOf(text: string): string {
  // A spreadsheet gives a day as one that begins at midnight.
  const [, year, month, day] = DAY.exec(text.replace(/ 00:00:00$/, '')) ?? []
  return year === undefined ? text : `${year}-${two(month)}-${two(day)}`
}

function momentOf(text: string, zone: string): string {
  const [, year, month, day, hour, minute, second = '0'] = MOMENT.exec(text) ?? []
  if (year === undefined) return text
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return new Date(momentOfWall(zone, wall)).toISOString()
}
