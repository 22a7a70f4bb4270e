/**
 * Amounts in the capital figures of Chinese vouchers, which nobody changes by a stroke (支付结算办法, annex 1, and the same custom in Taiwan):
 * 1409.50 is 壹仟肆佰零玖元伍角.
 */
import type { Language } from '../../../model/language.ts'

interface Words {
  readonly digits: string
  readonly places: readonly string[]
  readonly groups: readonly string[]
  readonly unit: string
  readonly parts: readonly [string, string]
  readonly whole: string
  readonly minus: string
}

const words: Readonly<Partial<Record<Language, Words>>> = {
  zh: {
    digits: '零壹贰叁肆伍陆柒捌玖',
    places: ['', '拾', '佰', '仟'],
    groups: ['', '万', '亿', '万'],
    unit: '元',
    parts: ['角', '分'],
    whole: '整',
    minus: '负',
  },
  tw: {
    digits: '零壹貳參肆伍陸柒捌玖',
    places: ['', '拾', '佰', '仟'],
    groups: ['', '萬', '億', '萬'],
    unit: '元',
    parts: ['角', '分'],
    whole: '整',
    minus: '負',
  },
}

/** Units that are counted in 元, 角 and 分. */
const COUNTED = ['', '元', 'CNY', 'RMB', '¥', '￥', '人民币', '人民幣', 'TWD', 'NTD', 'NT$', '新台幣', '新臺幣']
const AMOUNT = /^(-?)(\d{1,16})(?:\.(\d{1,10}))?$/

/** The amount in capital figures; undefined where the language has none, and for what they cannot write: another currency, less than 分, no number. */
export function capitalsOf(amount: string, unit: string | undefined, language: Language): string | undefined {
  const own = words[language]
  const [, sign, integer = '', fraction = ''] = AMOUNT.exec(amount) ?? []
  if (!own || sign === undefined || !COUNTED.includes((unit ?? '').trim()) || /[1-9]/.test(fraction.slice(2))) return undefined
  const [tenths = 0, hundredths = 0] = [...fraction.slice(0, 2)].map(Number)
  const front = integerText(integer.replace(/^0+/, ''), own)
  const digit = (at: number) => own.digits[at] ?? ''
  const whole = front === '' ? '' : front + own.unit
  if (tenths === 0 && hundredths === 0) return (front === '' ? digit(0) + own.unit : (sign && own.minus) + whole) + own.whole
  const gap = tenths === 0 && whole !== '' ? digit(0) : ''
  const end = (tenths > 0 ? digit(tenths) + own.parts[0] : gap) + (hundredths > 0 ? digit(hundredths) + own.parts[1] : own.whole)
  return (sign && own.minus) + whole + end
}

/** The figures in groups of four; noughts within are read once, and those at an end not at all. */
function integerText(figures: string, { digits, places, groups }: Words): string {
  let text = ''
  let isGap = false
  let isGroupWritten = false
  for (const [at, figure] of [...figures].entries()) {
    const place = figures.length - 1 - at
    if (figure === '0') isGap = text !== ''
    else {
      text += (isGap ? (digits[0] ?? '') : '') + (digits[Number(figure)] ?? '') + (places[place % 4] ?? '')
      isGap = false
      isGroupWritten = true
    }
    if (place % 4 > 0) continue
    // 亿 is said of 万亿 too.
    if (isGroupWritten || (place === 8 && text !== '')) text += groups[place / 4] ?? ''
    isGroupWritten = false
  }
  return text
}
