import { describe, expect, test } from 'vitest'
import { dictionaries } from './dictionaries.ts'
import { regions } from './regions.ts'
import { traditional } from './regions-traditional.ts'

const provinces = regions.filter(({ type }) => type === 'province')
const below = (code: string) => regions.filter(({ parent }) => parent === code)
/** Prefectures, without the units of county level that answer to their province directly (codes 90xx). */
const prefectures = regions.filter(({ code, type }) => type === 'city' && !/^\d\d90/.test(code))

describe('the regions of China', () => {
  test('codes are six digits, stand once, and begin with those of their province', () => {
    expect(new Set(regions.map(({ code }) => code)).size).toBe(regions.length)
    expect(regions.filter(({ code }) => !/^[1-8]\d{5}$/.test(code))).toEqual([])
    expect(regions.filter(({ code, parent }) => parent !== undefined && parent !== `${code.slice(0, 2)}0000`)).toEqual([])
    expect(regions.filter(({ parent }) => parent !== undefined && !provinces.some(({ code }) => code === parent))).toEqual([])
  })

  test('there are 34 provinces and 333 prefectures, as the Ministry of Civil Affairs counts them', () => {
    expect(provinces).toHaveLength(34)
    expect(prefectures).toHaveLength(333)
    const count = Object.fromEntries(
      provinces.map(({ code }) => [code.slice(0, 2), prefectures.filter(({ parent }) => parent === code).length]),
    )
    expect(count).toMatchObject({
      13: 11,
      14: 11,
      15: 12,
      21: 14,
      22: 9,
      23: 13,
      32: 13,
      33: 11,
      34: 16,
      35: 9,
      36: 11,
      37: 16,
      41: 17,
      42: 13,
      43: 14,
      44: 21,
      45: 14,
      46: 4,
      51: 21,
      52: 9,
      53: 16,
      54: 7,
      61: 10,
      62: 14,
      63: 8,
      64: 5,
      65: 14,
    })
  })

  test('the four municipalities have their districts', () => {
    expect(['110000', '120000', '310000', '500000'].map((code) => below(code).length)).toEqual([16, 16, 16, 38])
  })

  test('every one has its name in three languages, within the length of a region name', () => {
    expect(regions.filter(({ names }) => names.some((name) => name.length < 2))).toEqual([])
    expect(regions.filter(({ names: [zh, tw] }) => [...zh].length !== [...tw].length || zh.length > 40)).toEqual([])
    expect(regions.filter(({ names: [, , en] }) => !/^[A-Z][\p{Letter}' ]+$/u.test(en))).toEqual([])
    for (const { code } of [{ code: undefined }, ...provinces]) {
      const names = regions.filter(({ parent }) => parent === code).map(({ names: [zh] }) => zh)
      expect(new Set(names).size, code).toBe(names.length)
    }
  })

  test('are written in the right script', () => {
    expect(traditional('连云港市')).toBe('連雲港市')
    expect([traditional('台州市'), traditional('烟台市'), traditional('丽水市')]).toEqual(['台州市', '煙臺市', '麗水市'])
    expect(
      regions
        .filter(({ names: [, tw] }) =>
          /[东丰临义乌乐乡云兴内冈凉别区华卫厦县双宁宝宾岛广庄庆开张怀抚无晋杨枣桥汉沈泸泽济温湾滨潍烟盐盘红绍绥绵维肃芜苏兰荆荣贡贵资赣辽达连邯郸郑钦铁铜银锡锦镇长门阳陇陕顶顺饶马驻鲁鲜鸡鹤鹰黄齐龙万节头丽营]/.test(
            tw.replace('邯', ''),
          ),
        )
        .map(({ names }) => names[1]),
    ).toEqual([])
  })
})

test('dictionaries name each member once, within the lengths of their fields', () => {
  expect(new Set(dictionaries.map(({ type }) => type)).size).toBe(dictionaries.length)
  for (const { type, names, members } of dictionaries) {
    expect(new Set(members.map(([value]) => value)).size, type).toBe(members.length)
    expect(
      [...names, ...members.flat()].filter((text) => text === '' || text.length > 32),
      type,
    ).toEqual([])
  }
})
