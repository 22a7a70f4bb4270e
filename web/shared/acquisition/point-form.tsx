/** The form of a point, a device's or a type's: its display unit is chosen among those that its unit can be converted to, and registers are asked for where they are read. */
import { devices } from '../../../model/index.ts'
import type { ResourceFormProps } from '../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../kernel/resource/resource-form.tsx'
import { isAskedOfPoint } from './asked-fields.ts'
import { useChosenRow } from './chosen-row.ts'
import { DisplayUnit } from './display-unit.tsx'

const controls = { displayUnit: <DisplayUnit /> }

export default function PointForm(props: ResourceFormProps) {
  const { row: device, isPending, isWaiting, onChange } = useChosenRow(devices, 'deviceId', (props.row ?? props.defaults)['deviceId'])
  if (isWaiting) return null
  const isOfDevice = 'deviceId' in props.of.fields
  // Before a device is chosen nothing is known to be polled; points of a type are given to devices of either kind.
  const connection = isOfDevice && isPending ? 'none' : (device?.['connection'] ?? undefined)
  return <ResourceForm {...props} controls={controls} shows={(name) => isAskedOfPoint(name, connection)} onChange={onChange} />
}
