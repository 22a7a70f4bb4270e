/** The form of a point, a device's or a type's: its display unit is chosen among those that its unit can be converted to. */
import type { ResourceFormProps } from '../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../kernel/resource/resource-form.tsx'
import { DisplayUnit } from './display-unit.tsx'

const controls = { displayUnit: <DisplayUnit /> }

export default function PointForm(props: ResourceFormProps) {
  return <ResourceForm {...props} controls={controls} />
}
