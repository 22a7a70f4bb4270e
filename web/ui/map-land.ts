/** The land that we ship (Natural Earth, in the public domain): its outline, and a finer one for whoever looks closely at a coast. */
import { feature } from 'topojson-client'
import coarseAddress from 'world-atlas/land-110m.json?url'
import fineAddress from 'world-atlas/land-50m.json?url'
import type { Shapes } from './map-coast.ts'

type Topology = Parameters<typeof feature>[0]

const known: { coarse?: Promise<Shapes>; fine?: Promise<Shapes> } = {}

/** From our own server, once. */
export function readLand(detail: 'coarse' | 'fine'): Promise<Shapes> {
  return (known[detail] ??= fetch(detail === 'coarse' ? coarseAddress : fineAddress)
    .then((answer) => answer.json() as Promise<Topology>)
    .then((topology) => feature(topology, topology.objects['land'] as Parameters<typeof feature>[1]) as Shapes))
}
