/** An expression in words. */
import type { Expression } from '../../../../model/expression/expression.ts'
import { isHole } from './fitting.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'

export interface Words {
  readonly t: Translate
  /** What a field, or a table, is called. */
  readonly nameOf: (id: string) => string
  /** What a value is called that stands beside a field, such as one of its choices. */
  readonly valueOf?: ((field: string, value: string) => string | undefined) | undefined
}

/** The expression as a sentence, or a part of one. */
export function wordsOf(node: Expression, words: Words): string {
  return write(node, words, undefined)
}

function write(node: Expression, words: Words, beside: string | undefined): string {
  const { t, nameOf } = words
  if ('value' in node) {
    if (isHole(node)) return t('form-say.hole')
    return node.as ? String(node.value) : literal(node.value, words, beside)
  }
  if ('field' in node) return t('form-say.field', { name: nameOf(node.field) })
  if ('take' in node) {
    const values = { of: node.of ? write(node.of, words, undefined) : '', rows: nameOf(node.rows) }
    if (!node.where) return t(`form-say.take-${node.take}`, values)
    return t(`form-say.take-${node.take}-where`, { ...values, where: write(node.where, words, undefined) })
  }
  const named = node.of.find((one) => 'field' in one)
  const field = named && 'field' in named ? named.field : undefined
  const parts = node.of.map((one) => {
    const text = write(one, words, field)
    return 'op' in one && one.of.length > 1 ? t('form-say.bracket', { text }) : text
  })
  const [one = '', two = '', three = ''] = parts
  switch (node.op) {
    case 'and':
    case 'or':
    case 'first-of':
    case 'add':
    case 'multiply':
    case 'least':
    case 'greatest':
    case 'join': {
      const joined = parts.join(t(`form-say.between-${node.op}`))
      return node.op === 'least' || node.op === 'greatest' || node.op === 'first-of' || node.op === 'join'
        ? t(`form-say.${node.op}`, { all: joined })
        : joined
    }
    case 'round':
      return t(node.of.length > 1 ? 'form-say.round-to' : 'form-say.round', { one, two })
    default:
      return t(`form-say.${node.op}`, { one, two, three })
  }
}

function literal(value: Extract<Expression, { value: unknown }>['value'], words: Words, beside: string | undefined): string {
  const { t, valueOf } = words
  if (typeof value === 'boolean') return t(value ? 'form-say.yes' : 'form-say.no')
  if (typeof value === 'number') return String(value)
  const named = (text: string | number) => {
    const known = beside === undefined || typeof text === 'number' ? undefined : valueOf?.(beside, text)
    return typeof text === 'number' ? String(text) : t('form-say.text', { text: known ?? text })
  }
  if (typeof value === 'string') return named(value)
  return (value ?? []).map(named).join(t('form-say.comma'))
}
