/** Where devices stand and how they do there; the tree beside them shows it. */
import { queryOptions } from '@tanstack/react-query'
import { queryDevicePlaces } from '../../../model/contract/acquisition/devices.ts'
import { ask } from '../../kernel/http/ask.ts'

/** The query for the places of all devices. */
export const devicePlaces = queryOptions({
  queryKey: ['devices', 'places'],
  queryFn: ({ signal }) => ask(queryDevicePlaces, {}, { signal, quiet: true }),
})
