/** What the demonstration's devices measure: theirs alone, within what they can measure, and the same at each look. */
import { describe, expect, it } from 'vitest'
import { demonstration } from '../../seeds/demonstration.ts'
import { devicesOf } from './devices.ts'
import { calendarFaults, calendarOf, faultsAt, measured } from './faults.ts'
import { messageOf } from './mqtt-device.ts'
import { DAY, HOUR, MINUTE, along, chance, hourOfDay, hydration, noise, sawtooth } from './physics.ts'

const devices = devicesOf(demonstration)
/** 2026-01-01, midnight in Shanghai. */
const START = Date.UTC(2025, 11, 31, 16)

it('has a model for every device of the demonstration', () => {
  expect(devices.map(({ tenantCode, code }) => `${tenantCode}/${code}`)).toEqual(
    demonstration.flatMap(({ tenantCode, registry }) => registry?.devices.map(({ deviceCode }) => `${tenantCode}/${deviceCode}`) ?? []),
  )
  // Units of one gateway are told apart.
  const units = devices.flatMap(({ unit }) => unit ?? [])
  expect(new Set(units).size).toBe(units.length)
})

describe.each(devices.map((device) => [`${device.tenantCode}/${device.code}`, device] as const))(
  '%s',
  (_name, { model, seed, code, points }) => {
    it('measures its points and nothing else, within their ranges, for a week', () => {
      const keys = new Set(points.map(({ pointKey }) => pointKey))
      const seen = new Set<string>()
      for (let time = START; time < START + 7 * DAY; time += 7 * MINUTE) {
        const values = model.values(seed, time, code)
        expect(model.values(seed, time, code)).toEqual(values)
        for (const { pointKey, rangeLow = -Infinity, rangeHigh = Infinity, scale = 1, registerFormat } of points) {
          const value = values?.[pointKey]
          if (value === undefined) continue
          seen.add(pointKey)
          if (value < rangeLow || value > rangeHigh) expect.fail(`${pointKey} is ${value} at ${new Date(time).toISOString()}`)
          if (registerFormat === 'int16' && Math.abs(value / scale) > 32_767) expect.fail(`${pointKey} does not fit its register`)
        }
        for (const key of Object.keys(values ?? {})) if (!keys.has(key)) expect.fail(`there is no point ${key}`)
      }
      expect(seen).toEqual(keys)
    })
  },
)

describe('shapes', () => {
  it('are what they are named after', () => {
    expect([
      along(0, [
        [0, 1],
        [10, 3],
      ]),
      along(5, [
        [0, 1],
        [10, 3],
      ]),
      along(10, [
        [0, 1],
        [10, 3],
      ]),
      along(99, [
        [0, 1],
        [10, 3],
      ]),
    ]).toEqual([1, 2, 3, 3])
    expect([sawtooth(0, 2, 10), sawtooth(2, 2, 10), sawtooth(6, 2, 10)]).toEqual([0, 1, 0.5])
    // Warmest at its peak, between half a day and a day after casting.
    expect([hydration(0, 15 * HOUR), hydration(15 * HOUR, 15 * HOUR)]).toEqual([0, 1])
    expect(hydration(15 * HOUR, 15 * HOUR)).toBeGreaterThan(hydration(10 * HOUR, 15 * HOUR))
    expect(hourOfDay(START)).toBe(0)
    for (let at = 0; at < 1000; at += 1) expect(Math.abs(noise(7, at * 321, 1000))).toBeLessThanOrEqual(1)
    expect(chance(1, 2)).not.toBe(chance(1, 3))
  })
})

describe('faults', () => {
  const truth = (time: number) => ({ a: time, b: 5 })
  const fault = (kind: Parameters<typeof measured>[0][number]['kind'], key?: string) => [
    { device: 'd', kind, from: 100, to: 100 + HOUR, ...(key === undefined ? {} : { key }) },
  ]

  it('change what is measured', () => {
    expect(measured(fault('frozen'), 900, truth)).toEqual({ a: 100, b: 5 })
    expect(measured(fault('spike', 'b'), 900, truth)).toEqual({ a: 900, b: 25 })
    expect(measured(fault('drift', 'b'), 100 + HOUR, truth)).toEqual({ a: 100 + HOUR, b: 5.5 })
    expect(measured(fault('nan', 'a'), 900, truth)).toEqual({ a: undefined, b: 5 })
    expect(measured(fault('nan'), 900, () => undefined)).toBeUndefined()
    expect(messageOf(5, { a: undefined, b: 1.23456 })).toBe('{"ts":5,"values":{"a":NaN,"b":1.235}}')
  })

  it('hold for their device and their time', () => {
    const [one] = fault('frozen')
    expect([99, 100, 99 + HOUR, 100 + HOUR].map((time) => faultsAt([one as never], 'd', time).length)).toEqual([0, 1, 1, 0])
    expect(faultsAt([one as never], 'e', 500)).toEqual([])
  })

  it('come by the calendar: some each day, of which none is for a device that cannot have it', () => {
    const known = devices.map(({ code, isPolled }) => ({ code, isPolled }))
    for (let day = 0; day < 50; day += 1) {
      const today = calendarFaults(known, START + day * DAY)
      expect(today).toEqual(calendarFaults(known, START + day * DAY))
      expect(today.length).toBeGreaterThan(3)
      for (const { kind, device } of today) if (kind === 'timeout') expect(known.find(({ code }) => code === device)?.isPolled).toBe(true)
    }
  })
  it('come to each tenant, one of each kind a day', () => {
    const faults = calendarOf(devices)(START)
    for (const [tenantCode, own] of Map.groupBy(devices, (device) => device.tenantCode)) {
      const kinds = faults.filter(({ device }) => own.some(({ code }) => code === device)).map(({ kind }) => kind)
      expect([tenantCode, ...kinds.toSorted()]).toEqual([tenantCode, ...new Set(kinds.toSorted())])
      expect(kinds).toEqual(expect.arrayContaining(['spike', 'drift', 'dropout']))
    }
  })
})
