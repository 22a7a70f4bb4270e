/** What a value says on paper: as in a list, and with what a list leaves to its heading or to the page. */
import type { FormColumn } from '../../../../model/form/definition.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Words } from './entry-columns.ts'
import { cellOf } from './entry-columns.ts'

/** With a comma between the thousands, as in each of our languages; the digits stay as they are. */
function grouped(number: string): string {
  const [, sign = '', whole = '', rest = ''] = /^([+-]?)(\d+)(\.\d*)?$/.exec(number) ?? []
  return whole === '' ? number : sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + rest
}

interface Reading {
  readonly point?: string
  readonly at?: string
}

/** The text of a value; empty where there is none, and where it is a picture that stands by itself. */
export function printedText(part: FormColumn, value: unknown, words: Words): string {
  const text = part.kind === 'signature' || part.kind === 'table' ? '' : String(cellOf(part, value, words) ?? '')
  if (value === undefined || value === null) return ''
  switch (part.kind) {
    case 'rating':
      return `${text} / ${part.greatest ?? '5'}`
    case 'reading': {
      const { point = '', at } = value as Reading
      return [words.names[point], text, at === undefined ? '' : secondText(words.zone, Date.parse(at))].filter(Boolean).join(' · ')
    }
    case 'number':
    case 'integer':
    case 'slider':
    case 'money':
      return [part.kind === 'money' ? grouped(text) : text, part.unit].filter(Boolean).join(' ')
    default:
      return text
  }
}
