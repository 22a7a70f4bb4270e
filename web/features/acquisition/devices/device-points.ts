import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../../../model/contract/contract.ts'
import { BOARD, queryDevicePoints } from '../../../../model/contract/acquisition/devices.ts'
import { ask } from '../../../kernel/http/ask.ts'

/**
 * The query for the points of devices: the first of each, or those with these keys. A page of more devices than are asked about at once asks several times.
 * @param ids Of the devices, with commas between; none where it is empty
 */
export const pointsOfDevices = (ids: string, keys: readonly string[] = []) =>
  queryOptions({
    queryKey: ['devices', 'points', ids, keys.join()],
    queryFn: async ({ signal }) => {
      const all = ids.split(',')
      const parts = Array.from({ length: Math.ceil(all.length / BOARD.devices) }, (_, at) =>
        all.slice(at * BOARD.devices, (at + 1) * BOARD.devices),
      )
      const answers = await Promise.all(
        parts.map((id) => ask(queryDevicePoints, { id, ...(keys.length > 0 ? { pointKey: keys } : {}) }, { signal, quiet: true })),
      )
      return answers.flatMap(({ list }) => list)
    },
    enabled: ids !== '',
  })

/** What the points of these devices are called, by their keys; the key where several devices call theirs otherwise, or the name is hidden. */
export function namesOfKeys(devices: OutputOf<typeof queryDevicePoints>['list'] = []): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { pointKey, pointName } of devices.flatMap(({ points }) => points))
    if (pointKey !== undefined) names.set(pointKey, (names.get(pointKey) ?? pointName) === pointName && pointName ? pointName : pointKey)
  return names
}
