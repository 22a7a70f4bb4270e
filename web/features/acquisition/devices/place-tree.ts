/** Projects with their sites and how their devices do, made of the counts of the server. */
import { NO_REFERENCE } from '../../../../model/list-query.ts'
import type { DevicePlace } from '../../../../model/contract/acquisition/devices.ts'

export interface PlaceNode {
  /** The id, or the reference that no row has. */
  readonly id: string
  /** Absent for what stands nowhere. */
  readonly name: string | undefined
  readonly devices: number
  /** Devices that are not heard of. */
  readonly offline: number
  /** None for whoever is not told of alarms. */
  readonly openAlarms: number
  /** When one of them was heard of last, milliseconds since 1970. */
  readonly seen: number | undefined
  readonly sites: readonly PlaceNode[]
}

type Counted = 'devices' | 'offline' | 'openAlarms'
const sum = (nodes: readonly Pick<PlaceNode, Counted>[], of: Counted) => nodes.reduce((total, node) => total + node[of], 0)

function siteOf({ site, devices, openAlarms, seen }: DevicePlace): PlaceNode {
  return {
    id: site?.id ?? NO_REFERENCE,
    name: site?.name,
    devices: Object.values(devices).reduce((total, count) => total + count, 0),
    offline: devices.silent,
    openAlarms: openAlarms ?? 0,
    seen: seen ?? undefined,
    sites: [],
  }
}

/** In the order of their names; what belongs nowhere comes last. */
export function placeTree(places: readonly DevicePlace[], locale: string): PlaceNode[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const inOrder = (nodes: readonly PlaceNode[]) =>
    [...nodes].sort((one, other) =>
      one.name === undefined || other.name === undefined
        ? Number(one.name === undefined) - Number(other.name === undefined)
        : compare(one.name, other.name),
    )
  const byProject = Map.groupBy(places, ({ project }) => project?.id ?? NO_REFERENCE)
  return inOrder(
    [...byProject].map(([id, within]) => {
      const sites = inOrder(within.map(siteOf))
      const times = sites.flatMap(({ seen }) => seen ?? [])
      return {
        id,
        name: within[0]?.project?.name,
        devices: sum(sites, 'devices'),
        offline: sum(sites, 'offline'),
        openAlarms: sum(sites, 'openAlarms'),
        seen: times.length > 0 ? Math.max(...times) : undefined,
        sites,
      }
    }),
  )
}
