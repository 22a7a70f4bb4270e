import { describe, expect, it } from 'vitest'
import { translatorOf } from '../../../model/labels/translate.ts'
import en from '../../../model/labels/en/index.ts'
import tw from '../../../model/labels/tw/index.ts'
import zh from '../../../model/labels/zh/index.ts'
import { countText, pagerTexts } from './texts.ts'

describe('a total that is not exact', () => {
  it.each([
    ['en', en, 'Total 37', 'About 12,345', 'At least 10,000'],
    ['zh', zh, '共 37 条', '约 12,345 条', '至少 10,000 条'],
    ['tw', tw, '共 37 筆', '約 12,345 筆', '至少 10,000 筆'],
  ] as const)('is said so by the pager: %s', (_, labels, exact, about, least) => {
    const t = translatorOf(labels)
    expect(pagerTexts(37, t).total).toBe(exact)
    expect(pagerTexts(37, t, 'exact').total).toBe(exact)
    expect(pagerTexts(12_345, t, 'about').total).toBe(about)
    expect(pagerTexts(10_000, t, 'at-least').total).toBe(least)
  })

  it('is said so where there is no room for words', () => {
    const written = (total: number) => new Intl.NumberFormat('en').format(total)
    expect([countText(12, 'exact'), countText(12_345, 'about', written), countText(10_000, 'at-least', written)]).toEqual([
      '12',
      '≈ 12,345',
      '10,000+',
    ])
  })
})
