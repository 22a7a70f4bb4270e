/** How values of entries are written for people. */
import type { Language } from '../../../model/language.ts'
import type { FormColumn } from '../../../model/form/definition.ts'
import { textIn } from '../../../model/form/definition.ts'
import { secondText } from '../../../model/zone.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import { listOf, recordOf, textOf } from './control-props.ts'

/** With a comma between the thousands, as in each of our languages; the digits stay as they are. */
export function grouped(number: string): string {
  const [, sign = '', integer = '', rest = ''] = /^([+-]?)(\d+)(\.\d*)?$/.exec(number) ?? []
  return integer === '' ? number : sign + integer.replace(/\B(?=(\d{3})+$)/g, ',') + rest
}

const withUnit = (text: string, unit: string | undefined): string => (text === '' || !unit ? text : `${text} ${unit}`)

/** The value as text; empty where it has none. What only the server can name, such as a row of the product, is not among them. */
export function valueText(part: FormColumn, value: unknown, language: Language, zone: string, t: Translate): string {
  const label = (of: unknown) => {
    const choice = (part.choices ?? []).find((one) => one.value === of)
    return choice ? textIn(choice.labels, language) : textOf(of)
  }
  switch (part.kind) {
    case 'money':
      return withUnit(grouped(textOf(value)), part.unit)
    case 'number':
    case 'integer':
    case 'slider':
      return withUnit(textOf(value), part.unit)
    case 'rating':
      return textOf(value) === '' ? '' : `${textOf(value)} / ${part.greatest ?? '5'}`
    case 'switch':
      return typeof value === 'boolean' ? t(value ? 'fill.yes' : 'fill.no') : ''
    case 'radio':
    case 'select':
      return label(value)
    case 'checkboxes':
    case 'multi-select':
      return listOf(value).map(label).join(t('common.between'))
    case 'moment': {
      const ms = Date.parse(textOf(value))
      return Number.isNaN(ms) ? '' : secondText(zone, ms)
    }
    case 'date-range':
      return listOf(value).map(textOf).join(' – ')
    case 'location': {
      const { longitude, latitude, name } = recordOf(value)
      return typeof longitude === 'number' && typeof latitude === 'number'
        ? [textOf(name), `${latitude}°, ${longitude}°`].filter(Boolean).join(' · ')
        : ''
    }
    default:
      return textOf(value)
  }
}
