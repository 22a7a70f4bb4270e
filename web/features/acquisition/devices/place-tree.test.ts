import { expect, test } from 'vitest'
import type { DevicePlace } from '../../../../model/contract/acquisition/devices.ts'
import { placeTree } from './place-tree.ts'

const counts = (silent: number, online: number) => ({ online, late: 0, silent, never: 0, disabled: 0 })
const project = { id: 'p', name: 'North' }
const place = (site: string | null, more: Partial<DevicePlace>): DevicePlace => ({
  project,
  site: site === null ? null : { id: site, name: site },
  devices: counts(0, 1),
  openAlarms: 0,
  seen: null,
  ...more,
})

test('a project has the sums of its sites and the latest report of them, in the order of their names', () => {
  const [north, nowhere] = placeTree(
    [
      place('Site 10', { devices: counts(2, 1), openAlarms: 3, seen: 5000 }),
      place('Site 2', { openAlarms: 1, seen: 7000 }),
      place('Site 1', {}),
      place(null, { project: null, openAlarms: null }),
    ],
    'en-GB',
  )
  expect(north).toMatchObject({ id: 'p', name: 'North', devices: 5, offline: 2, openAlarms: 4, seen: 7000 })
  expect(north?.sites.map(({ name, openAlarms, seen }) => [name, openAlarms, seen])).toEqual([
    ['Site 1', 0, undefined],
    ['Site 2', 1, 7000],
    ['Site 10', 3, 5000],
  ])
  expect(nowhere).toMatchObject({ name: undefined, devices: 1, openAlarms: 0, seen: undefined })
})
