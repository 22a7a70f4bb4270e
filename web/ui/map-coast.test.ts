import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import { expect, test } from 'vitest'
import type { Shapes } from './map-coast.ts'
import { isCoastNear } from './map-coast.ts'

type Topology = Parameters<typeof feature>[0]
const topology = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('world-atlas/land-110m.json'), 'utf8')) as Topology
const land = feature(topology, topology.objects['land'] as Parameters<typeof feature>[1]) as Shapes

const around = (latitude: number, longitude: number, reach: number) => ({
  south: latitude - reach,
  north: latitude + reach,
  west: longitude - reach,
  east: longitude + reach,
})

test.each([
  ['Beijing, 150 km inland', around(39.9042, 116.4074, 0.25), false],
  ['Shanghai, at the sea', around(31.23, 121.47, 0.25), true],
  ['the middle of the Pacific', around(0, -150, 2), false],
  ['Lanzhou, and all of China around it', around(36, 104, 16), true],
])('%s', (_, bounds, expected) => {
  expect(isCoastNear(land, bounds)).toBe(expected)
})
