/** The points that the rule in the form can look at: those of its device, or of its type. */
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { points, typePoints } from '../../../../model/index.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'

/** Of a device with more the key is typed, as it is by whoever may not list points: the server refuses one that is not there. */
const MAX_LISTED = 1000

const chosenIn = (value: unknown) => (typeof value === 'string' && value !== '0' ? value : '')
/** The key of a point; empty where it is hidden. */
export const keyOf = (row: ResourceRow) => chosenIn(row['pointKey'])

/** The points by the order of their device, as far as they are known; `deviceId` and `deviceTypeId` are empty where the form names none. */
export function useRulePoints() {
  const form = Form.useFormInstance()
  const deviceId = chosenIn(Form.useWatch('deviceId', form))
  const deviceTypeId = chosenIn(Form.useWatch('deviceTypeId', form))
  const place = deviceId ? { of: points, query: { deviceId } } : { of: typePoints, query: { deviceTypeId } }
  const { data, error, isFetching } = useQuery({
    ...listOf(place.of, { ...place.query, sorter: 'displayOrder_ascend', currentPage: 1, pageSize: MAX_LISTED }, { quiet: true }),
    enabled: deviceId !== '' || deviceTypeId !== '',
    // Those of another device are none of this one.
    placeholderData: () => undefined,
  })
  return { data, error, isFetching, deviceId, deviceTypeId }
}

/** The one that the rule names; case makes no difference. */
export const pointWithKey = (rows: readonly ResourceRow[], key: string) =>
  rows.find((row) => keyOf(row).toLowerCase() === key.toLowerCase())
