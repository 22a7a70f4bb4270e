/** How a device is connected, as its page knows it. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Latest } from '../../../../../model/contract/acquisition/readings.ts'
import { queryDeviceState } from '../../../../../model/contract/acquisition/devices.ts'
import { ask } from '../../../../kernel/http/ask.ts'

/** Milliseconds. What the device sends is seen at once; only this summary is asked for now and then. */
const AGAIN = 5000

/** The query for the state of a device, which is asked again by itself. */
export const stateOf = (id: string) =>
  queryOptions({
    queryKey: ['device-state', id],
    queryFn: ({ signal }) => ask(queryDeviceState, { id }, { signal, quiet: true }),
    refetchInterval: AGAIN,
  })

/** Asks for the state anew when a value comes of a device that is said not to report: both stand on one page. */
export function useStateWithValues(id: string, latest: ReadonlyMap<string, Latest>): void {
  const client = useQueryClient()
  const newest = [...latest.values()].reduce((last, { time }) => Math.max(last, time), 0)
  useEffect(() => {
    const { queryKey } = stateOf(id)
    const known = client.getQueryData(queryKey)
    if (newest > 0 && known && known.state !== 'online' && known.state !== 'disabled') void client.invalidateQueries({ queryKey })
  }, [client, id, newest])
}
