import { describe, expect, it } from 'vitest'
import { capitalsOf } from './capitals.ts'

describe('an amount in capital figures', () => {
  // The examples of annex 1 of 支付结算办法, in the form without the noughts that it leaves open.
  it.each([
    ['1409.50', '壹仟肆佰零玖元伍角整'],
    ['6007.14', '陆仟零柒元壹角肆分'],
    ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['107000.53', '壹拾万零柒仟元伍角叁分'],
    ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
    ['325.04', '叁佰贰拾伍元零肆分'],
  ])('%s is %s', (amount, text) => {
    expect(capitalsOf(amount, undefined, 'zh')).toBe(text)
  })

  it.each([
    ['0', '零元整'],
    ['0.00', '零元整'],
    ['0.05', '伍分'],
    ['0.50', '伍角整'],
    ['10', '壹拾元整'],
    ['100000001', '壹亿零壹元整'],
    ['10000000000', '壹佰亿元整'],
    ['1000000000000', '壹万亿元整'],
    ['1000100000000', '壹万零壹亿元整'],
    ['-20.10', '负贰拾元壹角整'],
    ['007', '柒元整'],
  ])('%s is %s', (amount, text) => {
    expect(capitalsOf(amount, '元', 'zh')).toBe(text)
  })

  it('is written as Taiwan writes it', () => {
    expect(capitalsOf('26850.3', 'TWD', 'tw')).toBe('貳萬陸仟捌佰伍拾元參角整')
  })

  it('is left out where it cannot be written so', () => {
    expect(capitalsOf('1.005', undefined, 'zh')).toBeUndefined()
    expect(capitalsOf('1', 'USD', 'zh')).toBeUndefined()
    expect(capitalsOf('1', undefined, 'en')).toBeUndefined()
    expect(capitalsOf('many', undefined, 'zh')).toBeUndefined()
    expect(capitalsOf('1'.repeat(17), undefined, 'zh')).toBeUndefined()
  })
})
